import { ProblemError } from '#domain/problems.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { type Counted, insertTry, lockCounts, readTally, type Standing, type Tally } from './rows.ts'

/** Wrong tries at one account from one source that cost nothing; from then on the source has to wait. */
const PAIR_FREE = 5
/** Accounts that may fail from one source before it has to wait, whatever name comes next. */
const ACCOUNTS_FREE = 20
/** The first wait; each further wrong try doubles it, up to the window in which tries count at all. */
const WAIT_MS = 30_000
const WINDOW_MS = 15 * MINUTE_MS

/**
 * Wrong tries at one account in any hour from all sources together: 99. Strangers cannot spend what is kept for
 * places and devices from which the account has signed in.
 */
export const BUDGET: Readonly<Record<Standing, number>> = { new: 39, known: 30, device: 30 }
/** For how long an address from which an account has signed in counts as known to it. */
const KNOWN_MS = 30 * 24 * HOUR_MS

export type Try = Counted & {
  username: string
  user_id: string | null
  ip: string
  user_agent: string
  now: Date
}

/** Throws too_many while the try has to wait. Costs one query and no lock, so that a flood is cheap to refuse. */
export const refuseEarly = async (db: Db, attempt: Try) => {
  await tallyUnlessWaiting(db, attempt)
}

/**
 * Writes down a try before the password is compared, so that parallel guesses count each other, and answers its
 * id. Throws too_many while it has to wait. Unknown names wait like known ones.
 */
export const registerTry = async (tx: Tx, attempt: Try): Promise<string> => {
  await lockCounts(tx, attempt)
  const { standing } = await tallyUnlessWaiting(tx, attempt)
  const { account, source, username, user_id, ip, user_agent, now } = attempt
  const id = crypto.randomUUID()
  const row = { id, account, source, standing, username, user_id, ip, user_agent, at: now }
  await insertTry(tx, { ...row, access_type: null, outcome: 'pending' })
  return id
}

const tallyUnlessWaiting = async (handle: Db | Tx, attempt: Try): Promise<Tally> => {
  const ago = (ms: number) => new Date(attempt.now.getTime() - ms)
  const since = { window: ago(WINDOW_MS), hour: ago(HOUR_MS), lately: ago(KNOWN_MS) }
  const tally = await readTally(handle, attempt, since)
  const wait_ms = until(tally) - attempt.now.getTime()
  if (wait_ms > 0) throw tooMany(wait_ms)
  return tally
}

/** When the next try is allowed, in ms since 1970. */
const until = (tally: Tally): number => {
  const { pair, pair_last_at, accounts, accounts_last_at, spent, spent_first_at, standing } = tally
  return Math.max(
    afterWait(pair - PAIR_FREE, pair_last_at),
    afterWait(accounts - ACCOUNTS_FREE, accounts_last_at),
    spent_first_at && spent >= BUDGET[standing] ? spent_first_at.getTime() + HOUR_MS : 0,
  )
}

const afterWait = (too_many: number, last_at: Date | null): number =>
  last_at && too_many >= 0 ? last_at.getTime() + Math.min(WAIT_MS * 2 ** too_many, WINDOW_MS) : 0

const tooMany = (wait_ms: number) => {
  const retry_after_s = Math.ceil(wait_ms / 1000)
  const wait = retry_after_s > 120 ? `${Math.ceil(retry_after_s / 60)} minutes` : `${retry_after_s} seconds`
  return new ProblemError({
    kind: 'too_many',
    code: 'too_many',
    message: `Too many tries. Please wait ${wait} and try again.`,
    retry_after_s,
  })
}
