import { randomToken, sha256Hex } from '../platform/crypto/digest.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Retention } from '../platform/retention/retention.ts'
import { deleteSession, deleteSessionsOf, insertSession, readLastUse, touchSession } from './rows.ts'

/** However busy, a session ends 12 hours after sign-in (decisions.md §6). */
export const SESSION_MS_MAX = 12 * 3_600_000

/** One that idled is over sooner; its row goes with the absolute limit, at most 12 hours after sign-in. */
export const sessionRetention: Retention = { table: 'sessions', column: 'absolute_until', kept_ms: 0 }

/** A session is marked as used at most this often, to spare writes. */
export const TOUCH_MS = 60_000

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
export const keepAlive = async (db: Db, token: string, seen: Date, now: Date) => {
  if (now.getTime() - seen.getTime() < TOUCH_MS) return
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

export const closeSession = (tx: Tx, token: string) => deleteSession(tx, sha256Hex(token))

/** Ends every session of a user: after a password change or when the account is switched off. */
export const closeSessionsOf = (tx: Tx, user_id: string) => deleteSessionsOf(tx, user_id)
