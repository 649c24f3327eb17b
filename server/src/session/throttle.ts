import { ProblemError } from '#domain/problems.ts'
import type { Tx } from '../platform/db/database.ts'
import { countByAddress, countByName, type Failures, insertTry, waitInLine } from './rows.ts'

/** Wrong tries that cost nothing; from then on the account and the address have to wait (decisions.md §6). */
export const FREE_TRIES = 5
/** The first wait; each further wrong try doubles it, up to the window in which tries count at all. */
const WAIT_MS = 30_000
const WINDOW_MS = 15 * 60_000

export type Try = { username: string; ip: string; user_agent: string; now: Date }

/**
 * Writes down a try before the password is compared, so that parallel guesses count each other, and answers its
 * id. Throws too_many while the name or the address has to wait. Unknown names wait like known ones.
 */
export const registerTry = async (tx: Tx, attempt: Try): Promise<string> => {
  const { username, ip, user_agent, now } = attempt
  await waitInLine(tx, username)
  const since = new Date(now.getTime() - WINDOW_MS)
  const wait_ms = Math.max(
    waitLeft(await countByName(tx, username, since), now),
    waitLeft(await countByAddress(tx, ip, since), now),
  )
  if (wait_ms > 0) throw tooMany(wait_ms)
  const id = crypto.randomUUID()
  await insertTry(tx, { id, username, user_id: null, outcome: 'pending', ip, user_agent, at: now })
  return id
}

/** Milliseconds until the next try is allowed. */
const waitLeft = ({ count, last_at }: Failures, now: Date): number => {
  if (count < FREE_TRIES || !last_at) return 0
  const wait_ms = Math.min(WAIT_MS * 2 ** (count - FREE_TRIES), WINDOW_MS)
  return Math.max(0, last_at.getTime() + wait_ms - now.getTime())
}

const tooMany = (wait_ms: number) => {
  const retry_after_s = Math.ceil(wait_ms / 1000)
  return new ProblemError({
    kind: 'too_many',
    code: 'too_many',
    message: `Too many wrong tries. Please wait ${retry_after_s} seconds and try again.`,
    retry_after_s,
  })
}
