import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { session } from '#contract/people/session.ts'
import { isAway } from '../api/errors.ts'
import { q } from '../api/queries.ts'
import { keepProfile } from '../api/token.ts'
import { followLanguage } from './language.ts'

const profile = { ...q(session.profile), staleTime: 300_000 }
const permissions = { ...q(session.permissions), staleTime: 300_000 }
const options = { ...q(session.options), staleTime: 300_000 }

/** Who is signed in. Only inside the shell, which has loaded it. */
export const useProfile = () => useSuspenseQuery(profile).data

/** What the signed-in person may do, flag by flag. Only inside the shell. */
export const usePermissions = () => useSuspenseQuery(permissions).data

/** Whether they see the list of documents, and each of them there. Not all who make or approve documents do. */
export const useViews = () => {
  const { can_view_invoice, can_view_all } = usePermissions()
  return can_view_invoice || can_view_all
}

/** What the sign-in screen must know before anyone is signed in, and the idle limit in ms. */
export const sessionOptions = options

/** The same for a door, which stands before the screen. */
export const readProfile = (client: QueryClient) => readKnown(client, profile)
export const readPermissions = (client: QueryClient) => readKnown(client, permissions)

/** What was loaded holds until news calls it old, and longer where the server does not answer then. */
const readKnown = async <T, Key extends QueryKey>(
  client: QueryClient,
  ask: UseQueryOptions<T, Error, T, Key>,
): Promise<T> => {
  try {
    return await client.fetchQuery({ ...ask, staleTime: Number.POSITIVE_INFINITY })
  } catch (error) {
    const before = client.getQueryData<T>(ask.queryKey)
    if (before === undefined || !isAway(error)) throw error
    return before
  }
}

/** Loads what every screen behind the sign-in needs, in one round of parallel calls. */
export const loadSession = async (client: QueryClient) => {
  const [person] = await Promise.all([
    readProfile(client),
    readPermissions(client),
    // Nobody is kept out for want of these.
    client.prefetchQuery(options),
  ])
  keepProfile(person)
  // Once for what was loaded: a later look at it, be it before a screen that is only hovered, knows less than a tab in
  // which another language was chosen since.
  if (person === followed) return
  followed = person
  await followLanguage(person.language)
}
let followed: object | undefined
