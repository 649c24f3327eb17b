import type { z } from 'zod'
import { type AdminCall, activityLog } from '#contract/logs/activity-log.ts'
import type { Caller } from '#domain/access/caller.ts'
import { addDays, malaysianDate, malaysianTime, startOfDay } from '#domain/time/dates.ts'
import { recordReading } from '../audit/record.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { csvReply } from '../platform/lists/csv-reply.ts'
import { type Place, readLog } from '../platform/lists/read-log.ts'
import { findActors, type Named } from './actors.ts'
import { type CallRow, selectCalls } from './call-rows.ts'

type By = { db: Db; caller: Caller; now: Date }
type Filters = z.output<(typeof activityLog.report)['query']>

const LOG = { id: 'admin-activity-logs', name: 'Admin Activity Logs' }

/** Who called what of administration, newest first, a stretch at a time; that somebody reads it is told for each. */
export const listCalls = async (
  { public_url, ...by }: By & { public_url: string },
  query: z.output<(typeof activityLog.list)['query']>,
) => {
  const { page_size: _, ...filters } = query
  await recordReading(by, { log: LOG, action: 'read', filters })
  const url = public_url + activityLog.list.path
  return readLog({ url, query, next: reader(by.db, query), toRow: toAnswer })
}

/** All of them that match. */
export const reportCalls = async (by: By, filters: Filters): Promise<Download> => {
  await recordReading(by, { log: LOG, action: 'export', filters })
  return csvReply({ filename: 'admin_activity_logs.csv', columns: COLUMNS, next: reader(by.db, filters) })
}

/** Reads on from a place; who is meant is found out once. */
const reader = (db: Db, { start_date, end_date, action, user }: Filters) => {
  const since = start_date ? startOfDay(start_date) : undefined
  const until = end_date ? startOfDay(addDays(end_date, 1)) : undefined
  let found: Promise<Named> | undefined
  return async (after: Place | undefined, limit: number): Promise<CallRow[]> => {
    if (user) found ??= findActors(db, user)
    const wanted = { since, until, actors: await found, method: action, after, limit }
    return (await selectCalls(wanted).execute(db)).rows
  }
}

const toAnswer = (row: CallRow): AdminCall => ({
  id: row.nr,
  user: row.actor_name,
  action: row.method,
  endpoint: row.path,
  ip_address: row.ip,
  timestamp: row.at.toISOString(),
  admitted: row.admitted,
})

const COLUMNS = [
  ['User', (row: CallRow) => row.actor_name],
  ['Action', (row: CallRow) => row.method],
  ['Endpoint', (row: CallRow) => row.path],
  ['IP Address', (row: CallRow) => row.ip],
  ['Timestamp (MYT)', ({ at }: CallRow) => `${malaysianDate(at)} ${malaysianTime(at)}`],
  ['Admitted', ({ admitted }: CallRow) => (admitted ? 'Yes' : 'No')],
] as const
