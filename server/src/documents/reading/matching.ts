import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { ListFilters } from '#contract/document-rows.ts'
import type { Caller } from '#domain/access/caller.ts'
import { LHDN_SUBMISSION, REJECTION_REQUESTED, statusesOf } from '#domain/documents/lifecycle.ts'
import { toDocumentType } from '#domain/shaping/codes.ts'
import type { Db } from '../../platform/db/database.ts'
import { like } from '../../platform/lists/like.ts'
import { handedOver } from '../store/conditions.ts'
import { visible } from '../store/rows.ts'

/** The list's filters, and what reports ask for beside them: how the buyer, as printed, is identified. */
export type MatchFilters = z.output<typeof ListFilters> & { buyer_id_type?: readonly string[] }

/** The documents of the caller's scope that the list's filters leave. */
export const matching = (db: Db, caller: Caller, filters: MatchFilters) =>
  visible(db, caller).where((eb) => eb.and(conditions(filters)))

const BUYER_ID_TYPE = sql`(CASE WHEN selfbilling THEN content->'sender' ELSE content->'customer' END
  ->> 'identity_type')`

const conditions = (query: MatchFilters): Expression<SqlBool>[] => {
  const found: Expression<SqlBool>[] = []
  const contains = (column: string, text: string | undefined) => {
    if (text) found.push(sql<SqlBool>`${sql.ref(column)} ILIKE ${like(text)}`)
  }
  const among = (column: string, values: readonly string[]) => {
    if (values.length > 0) found.push(sql<SqlBool>`${sql.ref(column)} = ANY(${[...values]}::text[])`)
  }
  if (query.dateStart) found.push(sql<SqlBool>`invoice_date >= ${query.dateStart}::date`)
  if (query.dateEnd) found.push(sql<SqlBool>`invoice_date <= ${query.dateEnd}::date`)
  contains('buyer_name', query.buyer_name)
  contains('buyer_tin_no', query.buyer_tin_no)
  contains('buyer_id_no', query.buyer_id_no)
  contains('buyer_email', query.buyer_email)
  contains('invoice_number', query.invoice_number)
  contains('agent_number', query.agent_code)
  contains('contract_number', query.contract_number)
  contains('authority_uuid', query.lhdn_uuid)
  among('invoice_type', query.invoice_type)
  if (query.document_type.length > 0) found.push(documentTypeCondition(query.document_type))
  among('sender_store_code', query.sender_store_code)
  if (query.buyer_id_type?.length) {
    found.push(sql<SqlBool>`${BUYER_ID_TYPE} = ANY(${[...query.buyer_id_type]}::text[])`)
  }
  // The tab All beside a filter leaves the filter as it is.
  const statuses = query.status.filter((name) => name !== 'All')
  if (statuses.length > 0) found.push(statusCondition(statuses))
  return found
}

/** Self-billed documents bear SB; every other type is one of the authority's, by its code or its name. */
const documentTypeCondition = (wanted: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`(document_type = ANY(${[...wanted]}::text[])
    OR invoice_type = ANY(${wanted.map(toDocumentType)}::text[]))`

/** Two filters are no statuses: what was handed to the authority, and what a buyer wants rejected. */
const statusCondition = (wanted: readonly string[]): Expression<SqlBool> => {
  const either = [sql<SqlBool>`status = ANY(${wanted.flatMap(statusesOf)}::text[])`]
  if (wanted.includes(LHDN_SUBMISSION)) either.push(handedOver)
  if (wanted.includes(REJECTION_REQUESTED)) {
    either.push(sql<SqlBool>`(status = 'Validated' AND reject_requested_at IS NOT NULL)`)
  }
  return sql<SqlBool>`(${sql.join(either, sql` OR `)})`
}
