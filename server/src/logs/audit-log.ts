import { Readable } from 'node:stream'
import type { z } from 'zod'
import { AUDIT_ACTIONS, type AuditEvent, auditLog } from '#contract/logs/audit-log.ts'
import type { Caller } from '#domain/access/caller.ts'
import { csvSumLine, sealLines } from '#domain/audit/export-seal.ts'
import { addDays, malaysianDate, malaysianTime, startOfDay } from '#domain/time/dates.ts'
import { recordReading } from '../audit/record.ts'
import { startSha256 } from '../platform/crypto/digest.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { batchesOf } from '../platform/lists/batches.ts'
import { csvReply } from '../platform/lists/csv-reply.ts'
import { type Place, readLog } from '../platform/lists/read-log.ts'
import { findActors, findPeople } from './actors.ts'
import { type EventRow, selectEvents } from './audit-rows.ts'

type By = { db: Db; caller: Caller; now: Date }
type Filters = z.output<(typeof auditLog.report)['query']> & { id?: string | undefined }

const LOG = { id: 'user-audit-logs', name: 'User Audit Logs' }

/** Who changed what, newest first, a stretch at a time; that somebody reads it is told for each. */
export const listEvents = async (
  { public_url, ...by }: By & { public_url: string },
  query: z.output<(typeof auditLog.list)['query']>,
) => {
  const { page_size: _, ...filters } = query
  await recordReading(by, { log: LOG, action: 'read', filters })
  return readLog({ url: public_url + auditLog.list.path, query, next: reader(by.db, query), toRow: toAnswer })
}

/** All that matches, sealed by the hash of the whole file. */
export const reportEvents = async (by: By, filters: Filters): Promise<Download> => {
  await recordReading(by, { log: LOG, action: 'export', filters: { ...filters, format: 'csv' } })
  return csvReply({
    filename: 'audit_logs.csv',
    columns: COLUMNS,
    next: reader(by.db, filters),
    seal: summed,
  })
}

/** The same, each line sealed with those before it. */
export const sealEvents = async (by: By, filters: Filters): Promise<Download> => {
  await recordReading(by, { log: LOG, action: 'export', filters: { ...filters, format: 'jsonl' } })
  return {
    content: Readable.from(sealed(batchesOf(reader(by.db, filters)))),
    content_type: 'application/x-ndjson; charset=utf-8',
    filename: 'audit_logs.jsonl',
  }
}

/** Reads on from a place; who is meant is found out once. */
const reader = (db: Db, filters: Filters) => {
  const { start_date, end_date, request_user, target_user, is_admin, action, target, id: event_id } = filters
  const { target_kind, field } = filters
  const [kind = '', id = ''] = target?.split(':') ?? []
  const held = {
    since: start_date ? startOfDay(start_date) : undefined,
    until: end_date ? startOfDay(addDays(end_date, 1)) : undefined,
    target: target ? { kind, id } : undefined,
    ...{ event_id, target_kind, field: field || undefined },
    is_admin: is_admin && is_admin === 'True',
    action: action?.toLowerCase(),
  }
  const find = async () => ({
    actors: request_user ? await findActors(db, request_user) : undefined,
    people: target_user ? await findPeople(db, target_user) : undefined,
  })
  let found: ReturnType<typeof find> | undefined
  return async (after: Place | undefined, limit: number): Promise<EventRow[]> => {
    found ??= find()
    return (await selectEvents({ ...held, ...(await found), after, limit }).execute(db)).rows
  }
}

const toAnswer = (row: EventRow): AuditEvent => ({
  id: row.id,
  request_user_email: row.actor_email,
  request_user_name: row.actor_name,
  is_admin: row.actor_is_admin,
  target_user_email: row.target_email,
  target_kind: row.target_kind,
  target_id: row.target_id,
  target_name: row.target_name,
  action: actionOf(row),
  field_name: row.field,
  old_value: row.old_value,
  new_value: row.new_value,
  reason: row.why,
  timestamp: row.at.toISOString(),
})

/** The table's constraint allows no other. */
const actionOf = ({ action }: EventRow) =>
  AUDIT_ACTIONS.find((one) => one.toLowerCase() === action) ?? 'UPDATE'

/** What was changed, in words where it is no person. */
const targetOf = ({ target_email, target_kind, target_name, target_id }: EventRow) =>
  target_email || `${target_kind.replaceAll('_', ' ')} ${target_name || target_id}`

const COLUMNS = [
  ['Request User', (row: EventRow) => row.actor_email || row.actor_name],
  ['Request User Type', (row: EventRow) => (row.actor_is_admin ? 'Admin' : 'Non-Admin')],
  ['Updated User', targetOf],
  ['Action', actionOf],
  ['Field', (row: EventRow) => row.field],
  ['Old Value', (row: EventRow) => row.old_value || 'N/A'],
  ['New Value', (row: EventRow) => row.new_value || 'N/A'],
  ['Timestamp (MYT)', ({ at }: EventRow) => `${malaysianDate(at)} ${malaysianTime(at)}`],
  ['Target ID', (row: EventRow) => row.target_id],
  ['Reason', (row: EventRow) => row.why],
] as const

async function* summed(pieces: AsyncIterable<string>) {
  const sum = startSha256()
  for await (const piece of pieces) {
    sum.update(piece)
    yield piece
  }
  yield csvSumLine(sum.hex())
}

async function* sealed(batches: AsyncIterable<EventRow[]>) {
  const seal = sealLines(startSha256)
  for await (const rows of batches) yield rows.map((row) => seal.line(toAnswer(row))).join('')
  yield seal.end()
}
