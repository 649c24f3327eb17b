import { HOUR_MS } from '#domain/time/units.ts'
import { randomToken, sha256Hex } from '../platform/crypto/digest.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import type { Retention } from '../platform/retention/retention.ts'
import { sessionsEnded } from './facts.ts'
import {
  deleteAllSessions,
  deleteOtherSessionsOf,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  insertSession,
  readLastUse,
  readSessionsOf,
  touchSession,
} from './rows.ts'

/** However busy, a session ends 12 hours after sign-in (decisions.md §6). */
const SESSION_MS_MAX = 12 * HOUR_MS

/** One that idled is over sooner; its row goes with the absolute limit, at most 12 hours after sign-in. */
export const sessionRetention: Retention = { table: 'sessions', column: 'absolute_until', kept_ms: 0 }

/** A session is marked as used at most this often, to spare writes; ten times within a shorter idle limit. */
export const TOUCH_MS = 60_000
const TOUCHES_MIN = 10

/** Starts a session and returns its token, 256 random bits; only its SHA-256 is stored. */
export const openSession = async (
  tx: Tx,
  session: { user_id: string; ip: string; user_agent: string; now: Date },
): Promise<string> => {
  const { user_id, ip, user_agent, now } = session
  const token = randomToken()
  await deleteSessionsOf(tx, user_id, now)
  await insertSession(tx, {
    token_hash: sha256Hex(token),
    user_id,
    created_at: now,
    last_used_at: now,
    absolute_until: new Date(now.getTime() + SESSION_MS_MAX),
    ip,
    user_agent,
  })
  return token
}

/** Moves the idle limit along. `seen` is when the session was last marked as used. */
export const keepAlive = async (
  db: Db,
  token: string,
  { seen, now, idle_ms_max }: { seen: Date; now: Date; idle_ms_max: number },
) => {
  if (now.getTime() - seen.getTime() < Math.min(TOUCH_MS, idle_ms_max / TOUCHES_MIN)) return
  await inTransaction(db, (tx) => touchSession(tx, sha256Hex(token), seen, now))
}

/** Milliseconds until the idle limit ends the session if nothing more is asked; 0 when it is gone. */
export const idleLeft = async (
  db: Db,
  token: string,
  at: { now: Date; idle_ms_max: number },
): Promise<number> => {
  const last_used_at = await readLastUse(db, sha256Hex(token))
  if (!last_used_at) return 0
  return Math.max(0, last_used_at.getTime() + at.idle_ms_max - at.now.getTime())
}

export const closeSession = async (tx: Tx, token: string): Promise<void> => {
  const user_id = await deleteSession(tx, sha256Hex(token))
  if (user_id !== undefined) await tell(tx, sessionsEnded, { user_id })
}

/** Ends every session of a user: after a reset of the password or when the account is switched off. */
export const closeSessionsOf = async (tx: Tx, user_id: string): Promise<void> => {
  await deleteSessionsOf(tx, user_id)
  await tell(tx, sessionsEnded, { user_id })
}

/** Ends every session of everybody, while no process serves anybody. */
export const closeAllSessions = (tx: Tx): Promise<void> => deleteAllSessions(tx)

/** Ends every session of a user but the one with this token; answers how many. */
export const closeOtherSessions = async (tx: Tx, user_id: string, token: string): Promise<number> => {
  const ended = await deleteOtherSessionsOf(tx, user_id, sha256Hex(token))
  await tell(tx, sessionsEnded, { user_id })
  return ended
}

/** Ends one of a user's sessions by its id; false when the user has none of this id. */
export const closeSessionOf = async (tx: Tx, user_id: string, id: string): Promise<boolean> => {
  const ended = await deleteSessionOf(tx, user_id, id)
  await tell(tx, sessionsEnded, { user_id })
  return ended
}

const LISTED_MAX = 100

/** Where a user is signed in, the last used first. `current` is the session with this token. */
export const openSessionsOf = async (
  db: Db,
  user_id: string,
  at: { now: Date; idle_ms_max: number; token: string },
) => {
  const { now, idle_ms_max, token } = at
  const idle_since = new Date(now.getTime() - idle_ms_max)
  const rows = await readSessionsOf(db, user_id, { now, idle_since, rows_max: LISTED_MAX })
  const own = sha256Hex(token)
  return rows.map(({ token_hash, ...session }) => ({ ...session, current: token_hash === own }))
}
