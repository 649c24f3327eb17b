import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import type { PENDING_SORT_KEYS, PendingRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { abilityOf } from '../../access/abilities.ts'
import type { Db } from '../../platform/db/database.ts'
import { like } from '../../platform/lists/like.ts'
import { readPage } from '../../platform/lists/read-page.ts'
import { readSetting } from '../../settings/read.ts'
import { awaitsDecisionOf } from '../store/conditions.ts'
import { subjectOf, visible } from '../store/rows.ts'

type Query = z.output<(typeof documents.pending)['query']>

type By = { db: Db; caller: Caller; now: Date; public_url: string }

const TYPES_BY_NAME = DOCUMENT_TYPES.rows
  .toSorted((a, b) => (a.description < b.description ? -1 : 1))
  .map(({ code }) => code)

const SORT_BY = {
  sender: sql.ref('supplier_name'),
  supplier_name: sql.ref('supplier_name'),
  'customer.name': sql.ref('buyer_name'),
  invoice_type: sql.ref('invoice_type'),
  invoice_type_description: sql`array_position(${TYPES_BY_NAME}::text[], invoice_type)`,
  invoice_number: sql.ref('invoice_number'),
  invoice_date: sql.ref('invoice_date'),
  sender_store_code: sql.ref('sender_store_code'),
  total_payable_amount: sql.ref('total_payable_amount'),
  invoice_currency: sql.ref('invoice_currency'),
  created_by: sql.ref('created_by_name'),
  created_by_name: sql.ref('created_by_name'),
  tenant_account: sql`CASE WHEN selfbilling THEN buyer_name ELSE supplier_name END`,
} satisfies Record<(typeof PENDING_SORT_KEYS)[number], RawBuilder<unknown>>

const COLUMNS = [
  'id',
  'revision',
  'supplier_name',
  'buyer_name',
  'invoice_type',
  'invoice_number',
  'invoice_date',
  'sender_store_code',
  'total_payable_amount',
  'invoice_currency',
  'created_by',
  'created_by_name',
  'last_edited_by',
  'status',
  'validated_at',
  'selfbilling',
] as const

/** What waits for an approval in the caller's scope; each row says whether this caller may decide, or why not. */
export const listPending = async ({ db, caller, now, public_url }: By, query: Query) => {
  const settings = { allow_self_approval: await readSetting(db, 'approval.allow_self_approval') }
  let filtered = visible(db, caller).where('status', '=', 'Pending Approval')
  if (query.invoice_number) filtered = filtered.where('invoice_number', 'ilike', like(query.invoice_number))
  if (query.sender_store_code.length > 0)
    filtered = filtered.where('sender_store_code', 'in', query.sender_store_code)
  if (query.date_start) filtered = filtered.where('invoice_date', '>=', query.date_start)
  if (query.date_end) filtered = filtered.where('invoice_date', '<=', query.date_end)
  if (query.may_approve) filtered = filtered.where(awaitsDecisionOf(caller, settings))
  return readPage({
    url: public_url + documents.pending.path,
    query,
    filtered,
    rows: (rows) =>
      rows
        .select(COLUMNS)
        .orderBy(query.sort_by ? SORT_BY[query.sort_by] : sql.ref('created_at'), query.sort_order)
        .orderBy('id'),
    toRow: (row): PendingRow => ({
      id: row.id,
      uuid: row.id,
      revision: row.revision,
      sender: row.supplier_name,
      supplier_name: row.supplier_name,
      customer: { name: row.buyer_name },
      invoice_type: row.invoice_type,
      invoice_type_description: DOCUMENT_TYPES.describe(row.invoice_type) ?? '',
      invoice_number: row.invoice_number,
      invoice_date: row.invoice_date,
      sender_store_code: row.sender_store_code,
      total_payable_amount: row.total_payable_amount,
      invoice_currency: row.invoice_currency,
      created_by: row.created_by ?? '',
      created_by_name: row.created_by_name,
      // The issuing company: the buyer of a self-billed document.
      tenant_account: row.selfbilling ? row.buyer_name : row.supplier_name,
      may_approve: abilityOf(may(caller, 'approve', subjectOf(row), now, settings)),
    }),
  })
}
