import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { POSITION_HEADER, POSITION_UNKNOWN } from '#contract/position.ts'
import type { AccountName } from '../../src/demo/company.ts'
import type { World } from '../world.ts'
import { openWritten } from './written.ts'

const CALL_MS_MAX = 20_000
const TRY_AGAIN_MS = 100
const TRY_MS_MAX = 180_000

export type Reply = { status: number; text: string }
export type Request = { path: string; body?: unknown; key?: string }

/**
 * Cut off: nobody knows what became of the call. Unheard: nobody listened, so nothing did. Turned away: the portal said
 * to come again, since it cannot at present (503), which leaves open what became of the call too, or since this client
 * has more calls open than one may have (429), as its calls pile up while the database is away.
 */
export type Cut = 'cut off' | 'unheard' | 'turned away'

/** One call over HTTP. */
export type Call = (who: AccountName, request: Request) => Promise<Reply | Cut>

/** Signs people in; answers how they call. */
export const openLine = async (
  world: Pick<World, 'company' | 'tokenHeader'>,
  url: string,
  people: readonly AccountName[],
): Promise<Call> => {
  const signIn = async (name: AccountName) =>
    [name, { token: await world.tokenHeader(world.company.users[name]), written: openWritten() }] as const
  const signed = new Map(await Promise.all(people.map(signIn)))
  return async (who, { path, body, key }) => {
    const one = signed.get(who)
    const headers = { ...one?.token, ...one?.written.headers(), 'content-type': 'application/json' }
    try {
      const reply = await fetch(`${url}${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        signal: AbortSignal.timeout(CALL_MS_MAX),
      })
      one?.written.note(reply.headers.get(POSITION_HEADER))
      const text = await reply.text()
      return mustComeAgain(reply.status) || isHalfDone(text) ? 'turned away' : { status: reply.status, text }
    } catch (error) {
      if (body !== undefined) one?.written.note(POSITION_UNKNOWN)
      return isRefusal(error) ? 'unheard' : 'cut off'
    }
  }
}

const mustComeAgain = (status: number): boolean => status === 503 || status === 429

/** The database went away in the midst of several documents: the same key brings those that were not taken. */
const isHalfDone = (text: string): boolean =>
  /"type":"(?:database_unavailable|database_slow|outcome_unknown)"/.test(text)

/** fetch wraps the socket's error. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

/** Calls until there is an answer, and tells of each call that got none. Throws after `try_ms_max` without. */
export const insist = async (
  send: () => Promise<Reply | Cut>,
  onCut: (how: Cut) => void,
  try_ms_max = TRY_MS_MAX,
): Promise<Reply> => {
  const deadline = Date.now() + try_ms_max
  while (Date.now() < deadline) {
    const reply = await send()
    if (typeof reply === 'object') return reply
    onCut(reply)
    await sleep(TRY_AGAIN_MS)
  }
  throw new Error(`A client was cut off for more than ${try_ms_max} ms.`)
}

/** Throws when the answer is not 200 in this shape: a client may have to ask again, but is never refused. */
export const read = <S extends z.ZodType>(shape: S, { status, text }: Reply): z.output<S> => {
  if (status !== 200) throw new Error(`A client was answered ${status}: ${text.slice(0, 500)}`)
  return shape.parse(JSON.parse(text))
}
