import { sql } from 'kysely'
import type { DocumentFacts } from '#domain/notifications/of-document.ts'
import { addDays, type CalendarDate } from '#domain/time/dates.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import { BEFORE_ALL_IDS } from '../../platform/db/before-all-ids.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { STAYS_HELD } from '../life/held.ts'
import { isUnknown } from '../sending/compared.ts'
import { IS_CONSOLIDATED, IS_LEFT_TRIAL, isStep } from '../store/conditions.ts'

/** A document as it stands, whose it is, and what people are told of it by. */
export type Standing = DocumentFacts & {
  id: string
  sender_entity_id: string
  store_code_id: string
  invoice_number: string
  environment: Environment
}

/** The documents to which these lines of the history belong, each once. */
export const movedBy = async (handle: Db | Tx, history_ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ document_id: string }>`
    SELECT DISTINCT document_id FROM document_history WHERE id = ANY(${[...history_ids]}::bigint[])`.execute(
    handle,
  )
  return rows.map(({ document_id }) => document_id)
}

type Read = { cancellation: { id: string; state: string; at: string } | null }

/** LHDN was seen to have another document of its number. */
const DIFFERS = sql`EXISTS (SELECT FROM found_documents AS f WHERE f.sender_entity_id = documents.sender_entity_id
  AND f.environment = documents.environment AND f.number = documents.invoice_number
  AND f.differs_at IS NOT NULL AND ${isUnknown})`

/** How these documents stand now; for the server's own jobs, which act for nobody. */
export const standingOf = async (handle: Db | Tx, ids: readonly string[]): Promise<Standing[]> => {
  const { rows } = await sql<Standing & Read>`
    SELECT documents.id, documents.sender_entity_id, documents.store_code_id, documents.invoice_number,
      documents.environment,
      documents.status, documents.awaits_cancellation, documents.created_by, documents.edited_by,
      documents.submit_by, ${IS_CONSOLIDATED} AS consolidated,
      ${IS_LEFT_TRIAL} AS left_trial,
      documents.validated_at, documents.reject_requested_at,
      documents.status = 'OnHold' AND ${STAYS_HELD} AS stays_held,
      documents.status = 'OnHold' AND ${DIFFERS} AS differs_at_lhdn,
      COALESCE(last.id, 0)::text AS line_id, COALESCE(last.at, documents.modified_at) AS moved_at,
      last.actor_id AS moved_by,
      CASE WHEN documents.status = 'Validated' THEN (
        SELECT json_build_object('id', c.id, 'state', c.state, 'at', c.intended_at)
        FROM cancellations c WHERE c.document_id = documents.id ORDER BY c.intended_at DESC LIMIT 1
      ) END AS cancellation
    FROM documents LEFT JOIN LATERAL (
      SELECT id, at, actor_id FROM document_history AS h WHERE document_id = documents.id AND ${isStep('h')}
      ORDER BY id DESC LIMIT 1
    ) last ON TRUE
    WHERE documents.id = ANY(${[...ids]}::uuid[])`.execute(handle)
  const not_sent = rows.filter(({ cancellation }) => cancellation?.state === 'not_sent').map(({ id }) => id)
  const going_on = await readWaitingInRuns(handle, not_sent)
  return rows.map(({ cancellation, ...row }) => ({
    ...row,
    cancellation:
      cancellation && !going_on.has(row.id) ? { ...cancellation, at: new Date(cancellation.at) } : null,
  }))
}

/** Those which a cancellation of many asks for again by itself, so that nobody else has to. */
const readWaitingInRuns = async (handle: Db | Tx, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ document_id: string }>`
    SELECT document_id FROM cancellation_run_documents
    WHERE document_id = ANY(${[...ids]}::uuid[]) AND state IN ('waiting', 'asking')`.execute(handle)
  return new Set(rows.map(({ document_id }) => document_id))
}

/** Where a page of them ended. */
type Place = { submit_by: CalendarDate; id: string }
const START: Place = { submit_by: '1900-01-01', id: BEFORE_ALL_IDS }

/** What was sent back and is overdue for longer was given up: an upgrade does not dig it up. */
const SENT_BACK_DAYS = 30

/**
 * Consolidated documents that are due by a day and of which, as they stand, nobody may have been told anything that
 * says when to look again: OnHold, or sent back. A page of them in the order of their last days.
 */
export const nearTheirTerm = async (
  handle: Db | Tx,
  { until, after = START, limit }: { until: CalendarDate; after?: Place; limit: number },
): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    SELECT submit_by, id FROM documents
    WHERE status IN ('OnHold', 'Approval Rejected') AND ${IS_CONSOLIDATED} AND submit_by <= ${until}::date
      AND (status = 'OnHold' OR submit_by >= ${addDays(until, -SENT_BACK_DAYS)}::date)
      AND NOT ${IS_LEFT_TRIAL} AND (submit_by, id) > (${after.submit_by}::date, ${after.id}::uuid)
    ORDER BY submit_by, id LIMIT ${limit}`.execute(handle)
  return rows
}

/** The same of those that wait for the cancellation of the document that they replace: few, told of by nothing else. */
export const awaitingNearTheirTerm = async (
  handle: Db | Tx,
  { until, limit }: { until: CalendarDate; limit: number },
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM documents
    WHERE awaits_cancellation AND status = 'Pending Approval' AND ${IS_CONSOLIDATED} AND submit_by <= ${until}::date
      AND NOT ${IS_LEFT_TRIAL}
    ORDER BY submit_by, id LIMIT ${limit}`.execute(handle)
  return rows
}
