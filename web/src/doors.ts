import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from './api/errors.ts'
import { readToken } from './api/token.ts'
import { paths } from './paths.ts'
import { loadSession, readPermissions, readProfile } from './session/session.ts'
import type { SignInSearch } from './ui/address/sign-in-address.ts'

type SigningIn = { context: { queryClient: QueryClient }; search: SignInSearch }

/**
 * Who still holds a session need not sign in, and goes on to where he was going. A token that is refused was forgotten
 * with the answer; any other failure says nothing of the session.
 */
export const skipSignIn = async ({ context, search }: SigningIn) => {
  if (!readToken()) return
  try {
    await loadSession(context.queryClient)
  } catch (error) {
    if (isRefused(error)) return
    throw error
  }
  throw redirect({ href: search.return ?? paths.dashboard, replace: true })
}

/** Loads the session for the shell; a refused token leads to the sign-in and, from there, back. */
export const enterShell = async (client: QueryClient, href: string) => {
  try {
    await loadSession(client)
  } catch (error) {
    if (isRefused(error)) {
      throw redirect({ to: paths.login, search: { return: href, ended: 'expired' } })
    }
    throw error
  }
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401

type Opening = { context: { queryClient: QueryClient }; location: { href: string } }

/** The administration is for superadmins; others are led to the dashboard (specification 3, navigation guard). */
export const enterAdmin = async ({ context, location }: Opening) => {
  await enterShell(context.queryClient, location.href)
  const { access_type } = await readProfile(context.queryClient)
  if (access_type !== 'superadmin') throw redirect({ to: paths.dashboard, replace: true })
}

/** Data mapping is for those who hold its permission, superadmins among them (decisions.md §7). */
export const enterMapping = async ({ context, location }: Opening) => {
  await enterShell(context.queryClient, location.href)
  const { can_perform_mapping } = await readPermissions(context.queryClient)
  if (!can_perform_mapping) throw redirect({ to: paths.dashboard, replace: true })
}
