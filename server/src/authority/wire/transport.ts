import { isAway } from '../../platform/db/trouble.ts'
import type { Refused, Unavailable, Unclear } from '../words/answers.ts'
import type { CallName } from './calls.ts'
import { type Credentials, paceKeyOf } from './credentials.ts'
import { databaseAway } from './gate.ts'
import type { AuthorityResponse } from './http.ts'
import { type IsAnswer, reportTo, type TransportParts } from './network.ts'
import { createTokens } from './token.ts'

export type Wanted = {
  call: CallName
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string | Buffer<ArrayBuffer>
  timeout_ms: number
  /** As in `reportTo`. */
  isAnswer?: IsAnswer
}

/** What a call comes back with before anybody reads its body. */
export type Carried = AuthorityResponse | Unavailable | Refused | Unclear

const PAUSE_MS = 5_000

/** Without a token nothing is sent, and the call is as good as not begun. */
const notSent = (error: unknown): Unavailable => {
  if (!isAway(error)) throw error
  return databaseAway(PAUSE_MS)
}

/**
 * Carries one call: turn, token, exchange, report. A 401 earns one more try with a fresh token, since nothing
 * was done; a 429 holds everybody back. An answer is handed on, whatever becomes of telling others of it.
 */
export const createTransport = ({ places, clock, gate, network, log }: TransportParts) => {
  const tokens = createTokens({ places, clock, gate, network })
  const untold = (err: unknown) => {
    log?.warn({ err }, 'the gate could not be told what came of a call to the authority')
  }

  /** Waits for the turn of a call ahead of it, so that what is stored before sending is as fresh as can be. */
  const awaitTurn = (c: Credentials, call: CallName, wait_ms_max?: number) =>
    gate.enter(paceKeyOf(c), call, wait_ms_max)

  const carry = async (c: Credentials, wanted: Wanted, again = false): Promise<Carried> => {
    const token = await tokens.get(c).catch(notSent)
    if (token.kind !== 'token') return token
    const answer = await network({
      method: wanted.method,
      url: `${places[c.environment].api_url}/api/v1.0${wanted.path}`,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        authorization: `Bearer ${token.token}`,
        ...(wanted.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(wanted.body !== undefined && { body: wanted.body }),
      timeout_ms: wanted.timeout_ms,
    })
    await reportTo(gate, c, wanted.call, answer, wanted.isAnswer).catch(untold)
    if (answer.kind !== 'response' || answer.status !== 401) return answer
    await tokens.drop(c).catch(untold)
    return again ? answer : carry(c, wanted, true)
  }

  return {
    awaitTurn,
    /** Signs in where no token is held, so that what is stored before sending is not stored in vain. */
    demandToken: async (c: Credentials): Promise<Unavailable | undefined> => {
      const token = await tokens.get(c).catch(notSent)
      return token.kind === 'token' ? undefined : token
    },
    hasOpened: (c: Credentials, call: CallName) => gate.hasOpened(paceKeyOf(c), call),
    forget: (c: Credentials) => tokens.forget(c),
    /** For a call whose turn was awaited already. */
    carry: (c: Credentials, wanted: Wanted) => carry(c, wanted),
    call: async (c: Credentials, wanted: Wanted): Promise<Carried> => {
      // A login has a turn of its own to wait for; a call that had its turn before would go out beside a later one.
      const token = await tokens.get(c)
      if (token.kind !== 'token') return token
      const turn = await awaitTurn(c, wanted.call)
      return turn.kind === 'turn' ? carry(c, wanted) : turn
    },
  }
}
