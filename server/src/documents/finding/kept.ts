import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Status } from '#domain/documents/lifecycle.ts'
import {
  type By,
  conditionOf,
  isPartOfCancelled,
  isSearched,
  isUnfiltered,
  type MatchFilters,
  ofAnyDay,
  plainStatuses,
  UNFILTERED,
} from './matching.ts'

/**
 * What filters ask of a document, in two: what `document_orders` has of it as well, so that the document itself stays
 * unread, and the rest.
 */
export const splitKept = (filters: MatchFilters): { kept: MatchFilters; rest: MatchFilters } => {
  const { status, sender_store_code, environment, buyer_tin_no, buyer_email, lhdn_uuid, ...others } = filters
  const { buyer_id_type, ...kept } = others
  return {
    kept: { ...UNFILTERED, ...kept },
    rest: {
      ...{ ...UNFILTERED, status, sender_store_code, environment, buyer_tin_no, buyer_email, lhdn_uuid },
      ...(buyer_id_type && { buyer_id_type }),
    },
  }
}

/** Whether each order has all of it in its index: days and types. */
export const isInOrders = (kept: MatchFilters) =>
  isUnfiltered({ ...ofAnyDay(kept), invoice_type: [], document_type: [] })

/** The columns of lists that `document_orders` does not keep. */
export const CHANGING_COLUMNS = ['status', 'submitted_at']

/** Of what is kept, as a condition on rows of `document_orders`. */
export const keptCondition = (by: By, { search, ...kept }: MatchFilters): RawBuilder<SqlBool> => {
  const others = conditionOf(by, { ...kept, search: '' })
  return search ? sql`${others} AND ${isSearched(search, 'document_id')}` : others
}

/**
 * Of a row of `document_orders`, by its name in the statement: its document is what these filters leave. A status is
 * looked up in the index of documents by that, which is dense, and what was handed over there first; anything else in
 * the document.
 */
export const isDocument = (by: By, rest: MatchFilters, row: string): RawBuilder<SqlBool> => {
  if (isUnfiltered(rest)) return sql`TRUE`
  const id = sql.ref(`${row}.document_id`)
  // Never joined: it is asked of each row that is come to, which may be few.
  const hasStatus = (statuses: readonly Status[]) =>
    sql<SqlBool>`(SELECT TRUE FROM documents AS of_status
      WHERE of_status.store_code_id = ${sql.ref(`${row}.store_code_id`)}
        AND of_status.status = ANY(${[...statuses]}::text[])
        AND of_status.invoice_date = ${sql.ref(`${row}.invoice_date`)}
        AND of_status.created_at = ${sql.ref(`${row}.created_at`)} AND of_status.id = ${id} LIMIT 1)`
  const statuses = statusesOnly(rest)
  if (statuses) return hasStatus(statuses)
  const itself = sql<SqlBool>`(SELECT TRUE FROM documents WHERE id = ${id} AND ${conditionOf(by, rest)} LIMIT 1)`
  // Most of what was handed over is validated; of several statuses the planner would look at the document.
  return isHandedOver(rest) ? sql`coalesce(${hasStatus(['Validated'])}, ${itself})` : itself
}

/** Whether it is what was handed over that is asked for, and nothing else. */
export const isHandedOver = (rest: MatchFilters) =>
  isUnfiltered({ ...rest, status: [] }) && isPartOfCancelled(rest)

/** The statuses that are asked for, where nothing else is. */
export const statusesOnly = (rest: MatchFilters): readonly Status[] | undefined =>
  isUnfiltered({ ...rest, status: [] }) ? plainStatuses(rest) : undefined
