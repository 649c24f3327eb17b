import { z } from 'zod'
import { MINUTE_MS } from '#domain/time/units.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { readJson } from '../words/reading.ts'
import { type Credentials, loginKeyOf } from './credentials.ts'
import type { Gate } from './gate.ts'

const PAUSE_MS_MAX = 15 * MINUTE_MS
/** Where nobody signed in for so long after a pause, the next refusal counts as the first. */
const FORGOTTEN_MS = 24 * 60 * MINUTE_MS

const Kept = z.object({ why: z.string(), times: z.int().min(1) })
type Refusal = { why: string; pause_ms: number }

/**
 * Logins that the authority refused, kept beside the tokens for all processes: whoever asks within a minute, and each
 * time twice as long up to a quarter of an hour, has the same answer without asking. It may block a user that keeps
 * trying. By the secret as well, so that another one is tried at once.
 */
export const createRefusedLogins = ({ clock, gate }: { clock: Clock; gate: Gate }) => {
  const read = async (key: string) => {
    const row = await gate.readToken(key)
    if (!row) return undefined
    const kept = Kept.safeParse(readJson(row.token))
    return kept.success ? { ...kept.data, left_ms: row.until.getTime() - clock.now().getTime() } : undefined
  }
  const keysOf = (c: Credentials) => [loginKeyOf(c), loginKeyOf(c, c.on_behalf_of)]

  return {
    /** The refusal that holds for these credentials now. */
    find: async (c: Credentials): Promise<Refusal | undefined> => {
      for (const key of new Set(keysOf(c))) {
        const kept = await read(key)
        if (kept && kept.left_ms > 0) return { why: kept.why, pause_ms: kept.left_ms }
      }
      return undefined
    },
    /** `of_client`: whomever it acts for. Answers how long nobody asks again, ms. */
    note: async (
      c: Credentials,
      { why, of_client }: { why: string; of_client: boolean },
    ): Promise<number> => {
      const key = of_client ? loginKeyOf(c) : loginKeyOf(c, c.on_behalf_of)
      const before = await read(key)
      const times = before && before.left_ms > -FORGOTTEN_MS ? before.times + 1 : 1
      const pause_ms = Math.min(MINUTE_MS * 2 ** Math.min(times - 1, 10), PAUSE_MS_MAX)
      const until = new Date(clock.now().getTime() + pause_ms)
      await gate.writeToken(key, { token: JSON.stringify({ why, times }), until })
      return pause_ms
    },
    forget: async (c: Credentials): Promise<void> => {
      for (const key of new Set(keysOf(c))) await gate.writeToken(key, undefined)
    },
  }
}
