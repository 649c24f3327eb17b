import { z } from 'zod'
import { endpoint, loggedIn, open } from '../endpoint.ts'

const NO_EMAIL = 'Please enter your e-mail address.'

/** `randomToken`, of which anything else is unknown. */
const token = z.string().max(200)
/** What it must be is told by the server, in one place (access/passwords.ts). */
const newPassword = z.string().min(1, 'Please enter a new password.').max(1000)

/** What became of a link: `unknown` was never sent, or is long forgotten. */
export const LINK_STATES = ['open', 'used', 'expired', 'unknown'] as const

/** Local passwords. People of the directory have none here. */
export const passwords = {
  /** Answers the same whether or not anybody has this address; a link is mailed to whoever may use it. */
  requestReset: endpoint({
    id: 'passwords.requestReset',
    changes: [],
    method: 'POST',
    path: '/api/v1/users/reset_password/',
    access: open,
    body: z.object({ email: z.string().trim().min(1, NO_EMAIL).max(320).pipe(z.email(NO_EMAIL)) }),
    body_bytes_max: 10_000,
    reply: z.object({ detail: z.string() }),
  }),
  /** What a link is worth, before somebody thinks of a password. */
  checkLink: endpoint({
    id: 'passwords.checkLink',
    changes: [],
    method: 'POST',
    path: '/api/v1/users/reset_password/check/',
    access: open,
    body: z.object({ token }),
    body_bytes_max: 10_000,
    reply: z.object({ state: z.enum(LINK_STATES) }),
  }),
  /** Ends every session of the person. */
  reset: endpoint({
    id: 'passwords.reset',
    changes: [],
    method: 'POST',
    path: '/api/v1/users/reset_password/confirm/',
    access: open,
    body: z.object({ token, new_password: newPassword }),
    body_bytes_max: 10_000,
    reply: z.object({ detail: z.string() }),
  }),
  /** Ends every other session of the person. */
  change: endpoint({
    id: 'passwords.change',
    changes: ['sessions.list'],
    method: 'POST',
    path: '/api/v1/user-profile/password/',
    access: loggedIn,
    body: z.object({
      old_password: z.string().min(1, 'Please enter your present password.').max(1000),
      new_password: newPassword,
    }),
    body_bytes_max: 10_000,
    reply: z.object({ detail: z.string() }),
  }),
}
