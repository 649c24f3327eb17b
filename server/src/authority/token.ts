import { z } from 'zod'
import type { Clock } from '../platform/clock/clock.ts'
import type { Refused, Unavailable, Unclear } from './answers.ts'
import type { Environment, Place } from './environments.ts'
import { exchange } from './http.ts'
import { readJson, readReasons } from './reading.ts'

export type Credentials = {
  environment: Environment
  client_id: string
  client_secret: string
}

const LOGIN_TIMEOUT_MS = 20_000
/** A token is renewed this long before it ends, so that no call carries one that dies on the way. */
const RENEW_BEFORE_MS = 60_000
const LOGIN_PAUSE_MS = 10_000

const grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

type Held = { token: string; until: number }
export type TokenAnswer = { kind: 'token'; token: string } | Unavailable | Refused | Unclear

/**
 * Bearer tokens by environment and client id, kept until shortly before they end (the authority allows 12
 * logins a minute). One login at a time per client: callers that arrive meanwhile share its answer.
 */
export const createTokens = (places: Record<Environment, Place>, clock: Clock) => {
  const held = new Map<string, Held>()
  const running = new Map<string, Promise<TokenAnswer>>()
  const keyOf = (c: Credentials) => `${c.environment} ${c.client_id}`

  const login = async (c: Credentials): Promise<TokenAnswer> => {
    const form = new URLSearchParams({
      client_id: c.client_id,
      client_secret: c.client_secret,
      grant_type: 'client_credentials',
      scope: 'InvoicingAPI',
    })
    const answer = await exchange({
      method: 'POST',
      url: `${places[c.environment].identity_url}/connect/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      timeout_ms: LOGIN_TIMEOUT_MS,
    })
    // Without a token nothing was submitted, so a failed login is never unclear to whoever wanted to call.
    if (answer.kind !== 'response') return unavailable(answer.why, LOGIN_PAUSE_MS)
    const read = grant.safeParse(readJson(answer.text))
    if (answer.status === 200 && read.success) {
      const until = clock.now().getTime() + read.data.expires_in * 1000 - RENEW_BEFORE_MS
      held.set(keyOf(c), { token: read.data.access_token, until })
      return { kind: 'token', token: read.data.access_token }
    }
    if ([400, 401, 403].includes(answer.status)) {
      const reason = readReasons(readJson(answer.text))[0]?.message ?? ''
      return {
        ...unavailable(`The authority refused the credentials. ${reason}`.trim(), 60_000),
        credentials_refused: true,
      }
    }
    return unavailable(
      `Signing in to the authority failed (HTTP ${answer.status}).`,
      answer.retry_after_ms ?? LOGIN_PAUSE_MS,
    )
  }

  return {
    get: async (c: Credentials): Promise<TokenAnswer> => {
      const known = held.get(keyOf(c))
      if (known && known.until > clock.now().getTime()) return { kind: 'token', token: known.token }
      const open = running.get(keyOf(c)) ?? login(c).finally(() => running.delete(keyOf(c)))
      running.set(keyOf(c), open)
      return open
    },
    /** A token that the authority no longer takes is dropped; the next call logs in again. */
    drop: (c: Credentials) => void held.delete(keyOf(c)),
  }
}

const unavailable = (why: string, retry_after_ms: number): Unavailable => ({
  kind: 'unavailable',
  why,
  retry_after_ms,
  credentials_refused: false,
})
