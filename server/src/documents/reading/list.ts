import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import type { ListQuery, SORT_KEYS, SummaryRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { LHDN_SUBMISSION, REJECTION_REQUESTED, statusesOf } from '#domain/documents/lifecycle.ts'
import { toDocumentType } from '#domain/shaping/codes.ts'
import type { Db } from '../../platform/db/database.ts'
import { like } from '../../platform/lists/like.ts'
import { readPage } from '../../platform/lists/read-page.ts'
import { handedOver } from '../store/conditions.ts'
import { type DocumentRow, visible } from '../store/rows.ts'
import { archiveOf } from './archive.ts'
import { rejectRequestOf } from './reject-request.ts'
import { messageOf } from './slow.ts'

type Query = z.output<typeof ListQuery>
type By = { db: Db; caller: Caller; now: Date; secret_key: string; public_url: string }

const SORT_COLUMN = {
  sender_store_code: 'sender_store_code',
  'sender.name': 'supplier_name',
  'customer.name': 'buyer_name',
  'customer.identity_number': 'buyer_id_no',
  invoice_type: 'invoice_type',
  invoice_number: 'invoice_number',
  invoice_date: 'invoice_date',
  contract_number: 'contract_number',
  agent_number: 'agent_number',
  submission_date: 'submitted_at',
  total_payable_amount: 'total_payable_amount',
  status: 'status',
  source: 'source',
} as const satisfies Record<(typeof SORT_KEYS)[number], string>

const COLUMNS = [
  'id',
  'sender_store_code',
  'supplier_name',
  'buyer_name',
  'buyer_id_no',
  'invoice_type',
  'invoice_number',
  'invoice_date',
  'contract_number',
  'agent_number',
  'submitted_at',
  'modified_at',
  'invoice_currency',
  'total_payable_amount',
  'status',
  'status_message',
  'source',
  'authority_uuid',
  'long_id',
  'validated_at',
  'reject_requested_at',
  'reject_reason',
] as const

/** The invoice list: filters, sort and page as the screen's address says; newest first unless sorted. */
export const listDocuments = async (by: By, query: Query) => {
  const { db, caller, now, secret_key } = by
  const column = SORT_COLUMN[query.sort_by ?? 'invoice_date']
  return readPage({
    url: by.public_url + documents.list.path,
    query,
    filtered: visible(db, caller).where((eb) => eb.and(conditions(query))),
    rows: (filtered) =>
      filtered
        .select(COLUMNS)
        .orderBy(column, (order) => (query.sort_order === 'asc' ? order.asc() : order.desc()).nullsLast())
        .orderBy('created_at', 'desc')
        .orderBy('id'),
    toRow: (row) => toSummary(row, now, secret_key),
  })
}

const conditions = (query: Query): Expression<SqlBool>[] => {
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

type Row = Pick<DocumentRow, (typeof COLUMNS)[number]>

const toSummary = (row: Row, now: Date, secret_key: string): SummaryRow => ({
  uuid: row.id,
  sender_store_code: row.sender_store_code,
  sender: { name: row.supplier_name },
  customer: { name: row.buyer_name, identity_number: row.buyer_id_no },
  invoice_type: row.invoice_type,
  invoice_type_description: DOCUMENT_TYPES.describe(row.invoice_type) ?? '',
  invoice_number: row.invoice_number,
  invoice_date: row.invoice_date,
  contract_number: row.contract_number,
  agent_number: row.agent_number,
  submission_date: row.submitted_at?.toISOString() ?? null,
  modified_at: row.modified_at.toISOString(),
  invoice_currency: row.invoice_currency,
  total_payable_amount: row.total_payable_amount,
  status: row.status,
  status_message: messageOf(row, now),
  source: row.source,
  file_archive: archiveOf(row, now, secret_key),
  reject_request: rejectRequestOf(row),
})
