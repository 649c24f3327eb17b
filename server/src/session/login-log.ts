import type { z } from 'zod'
import { type Login, type LoginUserType, logins } from '#contract/logs/logins.ts'
import type { AccessType, Caller } from '#domain/access/caller.ts'
import { addDays, malaysianDate, malaysianTime, startOfDay } from '#domain/time/dates.ts'
import { recordReading } from '../audit/record.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { csvReply } from '../platform/lists/csv-reply.ts'
import { type Place, readLog } from '../platform/lists/read-log.ts'
import { findPeople, type SignInRow, selectSignIns } from './log-rows.ts'

type Filters = z.output<(typeof logins.report)['query']>

type By = { db: Db; caller: Caller; now: Date }

const LOG = { id: 'user-login-report', name: 'User Login Report' }

/** Who signed in, newest first, a stretch at a time; that somebody reads it is told for each. */
export const listLogins = async (
  { public_url, ...by }: By & { public_url: string },
  query: z.output<(typeof logins.list)['query']>,
) => {
  const { page_size: _, ...filters } = query
  await recordReading(by, { log: LOG, action: 'read', filters })
  return readLog({ url: public_url + logins.list.path, query, next: reader(by.db, query), toRow: toAnswer })
}

/** All of them that match. */
export const reportLogins = async (by: By, filters: Filters): Promise<Download> => {
  await recordReading(by, { log: LOG, action: 'export', filters })
  return csvReply({ filename: 'user_login_report.csv', columns: COLUMNS, next: reader(by.db, filters) })
}

/** Reads on from a place; whose sign-ins they are is found out once. */
const reader = (db: Db, { start_date, end_date, user_id, branch, user_type }: Filters) => {
  const since = start_date ? startOfDay(start_date) : undefined
  const until = end_date ? startOfDay(addDays(end_date, 1)) : undefined
  const access_type = user_type && TYPES[user_type]
  let found: Promise<string[]> | undefined
  return async (after: Place | undefined, limit: number): Promise<SignInRow[]> => {
    if (user_id || branch) found ??= findPeople(db, { named: user_id, branch })
    const wanted = { since, until, people: await found, access_type, after, limit }
    return (await selectSignIns(wanted).execute(db)).rows
  }
}

const TYPES: Record<LoginUserType, AccessType> = { Admin: 'superadmin', Staff: 'staff', User: 'user' }

const typeOf = ({ access_type }: SignInRow): LoginUserType =>
  access_type === 'superadmin' ? 'Admin' : access_type === 'staff' ? 'Staff' : 'User'

const toAnswer = (row: SignInRow): Login => ({
  id: row.id,
  user: { id: row.user_id, username: row.username },
  user_type: typeOf(row),
  ip_address: row.ip,
  login_time: row.at.toISOString(),
})

const COLUMNS = [
  ['User Name', (row: SignInRow) => row.username],
  ['User Type', typeOf],
  ['IP Address', (row: SignInRow) => row.ip],
  ['Login Time (MYT)', ({ at }: SignInRow) => `${malaysianDate(at)} ${malaysianTime(at)}`],
] as const
