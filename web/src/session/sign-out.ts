import { session } from '#contract/people/session.ts'
import { call } from '../api/call.ts'
import { dropToken, type End } from '../api/token.ts'

/**
 * Ends the session in this browser at once, and on the server with the token that is forgotten here: whatever that
 * answers, and whenever, changes nothing. What was loaded stays until the next sign-in clears it: the screen that is
 * being left still reads it.
 */
export const endSession = (why: End) => {
  call(session.logout, {}).catch(() => undefined)
  dropToken(why)
}

export const signOut = () => endSession('chosen')
