import type { IncomingHttpHeaders } from 'node:http'
import { unauthenticated } from '#domain/problems.ts'
import { tokenOf } from '../platform/http/credentials.ts'

const USER_AGENT_LENGTH_MAX = 300

/** What the browser says it is. */
export const userAgentOf = (headers: IncomingHttpHeaders): string =>
  (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX)

/** The token of the session that calls. */
export const requireToken = (headers: IncomingHttpHeaders): string => {
  const token = tokenOf(headers)
  if (token === undefined) throw unauthenticated('unauthenticated', 'Sign in first.')
  return token
}
