import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import type { PENDING_SORT_KEYS, PendingFilters, PendingRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { abilityOf } from '../../access/abilities.ts'
import { namedStores } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { like } from '../../platform/lists/like.ts'
import { offsetOf } from '../../platform/lists/paging.ts'
import { readPage } from '../../platform/lists/read-page.ts'
import { inCompanies } from '../finding/companies.ts'
import { awaitsDecisionOf, IS_CONSOLIDATED, IS_LEFT_TRIAL } from '../store/conditions.ts'
import { makerSettings } from '../store/maker-settings.ts'
import { subjectOf, visible } from '../store/rows.ts'
import { correctedBy } from './corrections.ts'

type Query = z.output<(typeof documents.pending)['query']>

type By = { db: Db; caller: Caller; now: Date; public_url: string }

const TYPES_BY_NAME = DOCUMENT_TYPES.rows
  .toSorted((a, b) => (a.description < b.description ? -1 : 1))
  .map(({ code }) => code)

/** The day of those of which the law names one. */
const DUE = sql<
  string | null
>`(CASE WHEN ${IS_CONSOLIDATED} AND NOT ${IS_LEFT_TRIAL} THEN documents.submit_by END)`

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
  modified_at: sql.ref('modified_at'),
  // The others come after all that are due.
  due: sql`coalesce(${DUE}, 'infinity'::date)`,
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
  'edited_by',
  'status',
  'validated_at',
  'awaits_cancellation',
  'selfbilling',
  'modified_at',
  'submit_by',
  'environment',
] as const

/** The pending documents of the caller's scope that these filters leave. */
export const matchingPending = (
  handle: Db | Tx,
  caller: Caller,
  filters: Omit<z.output<typeof PendingFilters>, 'may_approve' | 'sender_entity_code'>,
) => {
  let filtered = visible(handle, caller).where('status', '=', 'Pending Approval')
  const { invoice_number, sender_store_code, date_start, date_end } = filters
  if (invoice_number) filtered = filtered.where('invoice_number', 'ilike', like(invoice_number))
  if (sender_store_code.length > 0) filtered = filtered.where('sender_store_code', 'in', sender_store_code)
  if (date_start) filtered = filtered.where('invoice_date', '>=', date_start)
  if (date_end) filtered = filtered.where('invoice_date', '<=', date_end)
  return filtered
}

/** The number of the document that a row replaces, as far as the caller may see it. */
const correctedNumber = (db: Db, caller: Caller) =>
  correctedBy(db, caller).select('original.invoice_number').as('corrects_number')

/** What waits for an approval in the caller's scope; each row says what this caller may do, or why not. */
export const listPending = async ({ db, caller, now, public_url }: By, query: Query) => {
  const { sort_by, sort_order } = query
  const settings = await makerSettings({ db })
  const { by: seen } = await inCompanies({ db, caller }, query)
  const pending = matchingPending(db, seen.caller, query)
  const filtered = query.may_approve ? pending.where(awaitsDecisionOf(caller, settings)) : pending
  return readPage({
    url: public_url + documents.pending.path,
    query,
    filtered,
    picked:
      sort_by === 'modified_at'
        ? visible(db, caller).where(
            sql<SqlBool>`documents.id = ANY(ARRAY${byWait(filtered, { ...seen, query, sort_order })})`,
          )
        : undefined,
    rows: (rows) =>
      rows
        .select([...COLUMNS, DUE.as('due'), correctedNumber(db, caller)])
        .orderBy(sort_by ? SORT_BY[sort_by] : sql.ref('created_at'), sort_order)
        // Of one day, or of none, what has waited longest.
        .$if(sort_by === 'due', (due) => due.orderBy('modified_at', sort_order))
        .orderBy('id', sort_order),
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
      modified_at: row.modified_at.toISOString(),
      submit_by: row.submit_by,
      due: row.due,
      environment: row.environment,
      corrects_number: row.corrects_number ?? '',
      may_approve: abilityOf(may(caller, 'approve', subjectOf(row), now, settings)),
      may_reject: abilityOf(may(caller, 'reject', subjectOf(row), now, settings)),
    }),
  })
}

type ByWait = { caller: Caller; query: Query; sort_order: 'asc' | 'desc' }

/** The ids of a page by how long each waits, as a subquery: the ends of the departments, put together. */
const byWait = (filtered: ReturnType<typeof matchingPending>, { caller, query, sort_order }: ByWait) => {
  const offset = offsetOf(query)
  const lane = filtered
    .where(sql<SqlBool>`documents.store_code_id = in_store`)
    .select(['documents.id', 'documents.modified_at'])
    .orderBy('documents.modified_at', sort_order)
    .orderBy('documents.id', sort_order)
    .limit(offset + query.page_size)
  const order = sql.raw(sort_order)
  return sql`(SELECT id FROM unnest(${namedStores(caller)}::uuid[]) AS in_store
    CROSS JOIN LATERAL (${lane}) AS lane
    ORDER BY modified_at ${order}, id ${order} LIMIT ${query.page_size} OFFSET ${offset})`
}
