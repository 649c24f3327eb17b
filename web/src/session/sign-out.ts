import { useQueryClient } from '@tanstack/react-query'
import { session } from '#contract/session.ts'
import { call } from '../api/call.ts'
import { dropToken } from '../api/token.ts'

/** Ends the session on the server and, whatever it answers, in this browser. */
export const useSignOut = () => {
  const client = useQueryClient()
  return async () => {
    await call(session.logout, {}).catch(() => undefined)
    dropToken('chosen')
    client.clear()
  }
}
