import { session } from '#contract/people/session.ts'
import { call } from '../api/call.ts'
import { dropToken } from '../api/token.ts'

/**
 * Ends the session on the server and, whatever it answers, in this browser. What was loaded stays until the next
 * sign-in clears it: the screen that is being left still reads it.
 */
export const signOut = async () => {
  await call(session.logout, {}).catch(() => undefined)
  dropToken('chosen')
}
