import type { Caller } from '../../world/records.ts'
import { readToken } from '../../world/tokens.ts'
import { type Answer, type AuthorizedRequest, type Request, refuse } from './answer.ts'
import { spend } from './rate-limits.ts'

/** Lets a call run only with a valid token (else 401) and within its rate limit (else 429). */
export const authorized =
  (name: string, call: (request: AuthorizedRequest) => Answer) =>
  (request: Request): Answer => {
    const caller = readCaller(request)
    if (!caller) {
      return refuse(401, { code: 'Unauthorized', message: 'The access token is missing or expired' })
    }
    const { headers, refusal } = spend(request.world, { call: name, client_id: caller.client_id })
    const answer = refusal ?? call({ ...request, caller })
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }

const readCaller = ({ world, headers }: Request): Caller | undefined => {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer') return undefined
  const claims = readToken(world, token)
  const taxpayer = world.taxpayers.get(claims?.TaxTin ?? '')
  if (!claims || !taxpayer) return undefined
  return { taxpayer, intermediary: world.taxpayers.get(claims.IntermedTIN), client_id: claims.client_id }
}
