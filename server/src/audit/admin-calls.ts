import { type Caller, callerId } from '#domain/access/caller.ts'
import { DAY_MS } from '#domain/time/units.ts'
import type { Db } from '../platform/db/database.ts'
import type { Knock } from '../platform/http/bind.ts'
import type { Retention } from '../platform/retention/retention.ts'
import { mustRecord } from './must-record.ts'

type CallRow = {
  at: Date
  actor_id: string
  actor_name: string
  method: string
  path: string
  ip: string
  admitted: boolean
}

const PATH_LENGTH_MAX = 500
const CALLS_KEPT_MS = 400 * DAY_MS

/** Calls are kept as long as sign-ins are; what was changed by them is told for good. */
export const callRetention: Retention = { table: 'admin_calls', column: 'at', kept_ms: CALLS_KEPT_MS }

/**
 * Writes a call of administration down, whoever makes it and whether it is admitted; other calls are none of it, nor
 * what the screens of somebody who may read by themselves. Throws `unavailable` where that cannot be written: the call
 * is not made then.
 */
export const recordAdminCall = async (
  { db, now }: { db: Db; now: Date },
  { endpoint, caller, admitted, method, path, address }: Knock,
): Promise<void> => {
  const administers = endpoint.access.kind === 'superadmin' || endpoint.administers
  if (!administers || (endpoint.by_itself && admitted)) return
  const row = {
    at: now,
    actor_id: callerId(caller),
    actor_name: nameOf(caller),
    method,
    ip: address,
    admitted,
  }
  // A single statement: it needs no transaction of its own.
  await mustRecord(() =>
    db
      .withTables<{ admin_calls: CallRow }>()
      .insertInto('admin_calls')
      .values({ ...row, path: path.slice(0, PATH_LENGTH_MAX) })
      .execute(),
  )
}

const nameOf = (caller: Caller) => (caller.kind === 'user' ? caller.email : `${caller.name} (API key)`)
