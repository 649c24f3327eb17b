import { sql } from 'kysely'
import { z } from 'zod'
import { allEndpoints } from '#contract/all.ts'
import { READS_OF, TOPICS, type Topic } from '#contract/live.ts'
import { isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { namedStores } from '../access/scope.ts'
import { admits } from '../platform/http/access.ts'

/** The channel on which every web process of this database hears what any process did. */
export const CHANNEL = 'lulus_live'

/**
 * Something changed, told to nobody but those whom it concerns: who sees these departments, who has one of these
 * companies, these people, all superadmins; everybody only where it is nobody's more than another's. `sessions` is for
 * the server itself: somebody's may be over.
 */
export const Heard = z.object({
  topic: z.enum([...TOPICS, 'sessions']),
  stores: z.array(z.string()).optional(),
  entities: z.array(z.string()).optional(),
  users: z.array(z.string()).optional(),
  superadmins: z.boolean().optional(),
  everybody: z.boolean().optional(),
})
export type Heard = z.infer<typeof Heard>

/** PostgreSQL takes 8,000 bytes at once; an id has 36, its quotes and its comma. */
const IDS_MAX = 150

/** What says it to all web processes once the transaction that asks it commits; said twice in one, it is heard once. */
export const announcing = ({ stores = [], entities = [], users = [], ...heard }: Heard) => {
  const parts = [
    ...inParts(stores).map((some) => ({ ...heard, stores: some })),
    ...inParts(entities).map((some) => ({ ...heard, entities: some })),
    ...inParts(users).map((some) => ({ ...heard, users: some })),
  ]
  const said = parts.length > 0 ? parts : heard.superadmins || heard.everybody ? [heard] : []
  return said.map((one) => sql`pg_notify(${CHANNEL}, ${JSON.stringify(one)})`)
}

/** In the order of the alphabet, so that the same is said in the same words. */
const inParts = (ids: readonly string[]): string[][] => {
  const sorted = ids.toSorted()
  return Array.from({ length: Math.ceil(sorted.length / IDS_MAX) }, (_, part) =>
    sorted.slice(part * IDS_MAX, (part + 1) * IDS_MAX),
  )
}

/** What is said as text on the channel; undefined for what is not ours. */
export const readHeard = (payload: string): Heard | undefined => {
  try {
    return Heard.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** One person, as far as it is asked what concerns them. */
export type Reader = Readonly<
  { caller: UserCaller } & Record<'stores' | 'entities' | 'topics', ReadonlySet<string>>
>

export const readerFor = (caller: UserCaller): Reader => ({
  caller,
  stores: new Set(namedStores(caller)),
  entities: new Set(caller.stores.map(({ sender_entity_id }) => sender_entity_id)),
  topics: new Set(topicsFor(caller)),
})

const accessOf = new Map(allEndpoints.map(({ id, access }) => [id, access]))

/** What a person can hear of at all: of whose reads they may make at least one. */
const topicsFor = (caller: UserCaller): Topic[] =>
  TOPICS.filter((topic) =>
    READS_OF[topic].some((id) => {
      const access = accessOf.get(id)
      return access !== undefined && admits(access, caller)
    }),
  )

/** Whether a reader may know that this happened. */
export const concerns = ({ caller, stores, entities, topics }: Reader, heard: Heard): boolean =>
  topics.has(heard.topic) &&
  (heard.everybody === true ||
    (heard.superadmins === true && isSuperadmin(caller)) ||
    heard.users?.includes(caller.user_id) === true ||
    heard.stores?.some((store) => stores.has(store)) === true ||
    heard.entities?.some((entity) => entities.has(entity)) === true)
