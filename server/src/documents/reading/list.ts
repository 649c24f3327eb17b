import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import type { ListQuery, SORT_KEYS, SummaryRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { type Caller, isSuperadmin } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { neighboursOf, offsetOf } from '../../platform/lists/paging.ts'
import { readPage, rememberedPages } from '../../platform/lists/read-page.ts'
import { inCompanies } from '../finding/companies.ts'
import { countFound } from '../finding/few.ts'
import type { Found } from '../finding/find-in.ts'
import {
  countMatching,
  hasText,
  isCounted,
  isStateCounted,
  isUnfiltered,
  type MatchFilters,
  matching,
} from '../finding/matching.ts'
import { pageByColumn } from '../finding/orders/page-by-column.ts'
import { pageByDate, pageByLane } from '../finding/orders/page-by-date.ts'
import { pageBySubmission } from '../finding/orders/page-by-submission.ts'
import { pageFarIn } from '../finding/orders/page-far.ts'
import { pageFarByLane } from '../finding/orders/page-far-by-lane.ts'
import { FOUND_MAX, type PageWanted } from '../finding/orders/pages.ts'
import { pageOfFew, pageOfQuestion } from '../finding/page-of-few.ts'
import { type DocumentRow, visible } from '../store/rows.ts'
import { archiveOf } from './archive.ts'
import { rejectRequestOf } from './reject-request.ts'
import { messageOf, withWhySlow } from './slow.ts'

type Query = z.output<typeof ListQuery>
type By = { db: Db; caller: Caller; now: Date; secret_key: string; public_url: string }

/** The column behind each key of the list. */
export const SORT_COLUMN = {
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

/** So many are passed over as fast as it is found out which end is nearer. */
const FAR = 1_000

type SortColumn = (typeof SORT_COLUMN)[keyof typeof SORT_COLUMN]

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
  'environment',
  'authority_uuid',
  'long_id',
  'validated_at',
  'reject_requested_at',
  'reject_reason',
  'created_by_name',
] as const

/**
 * The invoice list: filters, sort and page as the screen's address says; newest first unless sorted. Turned round it is
 * the same list from its other end, but for what was never submitted, which is always last. Beside a text it is counted
 * up to a limit, unless the whole count is asked for; `more` tells that there are more.
 */
export const listDocuments = async (by: By, query: Query) => {
  const { by: seen } = await inCompanies(by, query)
  const list = await readList(seen, query)
  return { ...list, results: await withWhySlow(by, list.results, ({ uuid }) => uuid) }
}

const readList = async (by: By, query: Query) => {
  const { db, caller, now, secret_key } = by
  const { sort_by = 'invoice_date', sort_order, count, page, page_size, ...rest } = query
  const { sender_entity_code: _, ...filters } = rest
  const column = SORT_COLUMN[sort_by]
  const far = await farOf(by, query, column)
  const wanted = {
    offset: offsetOf({ page, page_size }),
    page_size,
    sort_order,
    filters,
    counted: far?.counted,
  }
  const url = by.public_url + documents.list.path
  const envelope = { url, query, toRow: (row: Row) => toSummary(row, now, secret_key) }
  // What nothing narrows is what everybody opens first.
  if (isUnfiltered(filters) && !far) {
    const asked = () => askedBy(by, query, walked(by, wanted, column), countMatching(by, filters))
    return { ...(await readAgain({ ...envelope, db, key: scopeKey(caller), asked })), more: false }
  }
  const found = await foundOf(by, wanted, column, far)
  const more = found !== undefined && found.n > FOUND_MAX && hasText(filters) && !count
  const picked = found?.ids
    ? sql`${found.ids}::uuid[]`
    : walked(by, { ...wanted, among: found?.among, along: found?.along }, column)
  // Whoever reads all documents to count some of them reads for seconds.
  const is_uncounted = found?.n === Infinity && hasText(filters) && count
  const n = more ? FOUND_MAX : is_uncounted ? await countFound(by, filters) : found?.ids && found.n
  const is_counted = n !== undefined && n < Infinity
  const total = is_counted ? sql<string>`${n}::int` : countMatching(by, filters)
  const list = await readPage({ ...envelope, ...askedBy(by, query, picked, total) })
  return { ...list, ...(more && neighboursOf(url, query, list.results.length)), more }
}

type Far = { n?: number; counted?: RawBuilder<string> }

/**
 * Of a page that lies so far in an order that where it lies is looked up first: of how many documents that is, where
 * counters know, and these counters where it lies nearer their end.
 */
const farOf = async (by: By, query: Query, column: SortColumn): Promise<Far | undefined> => {
  const { sort_by, sort_order, count, page, page_size, ...filters } = query
  const offset = offsetOf(query)
  if (offset < FAR || column === 'invoice_date' || !isStateCounted(filters)) return undefined
  if (!isCounted(filters)) return {}
  const counted = countMatching(by, filters)
  const { rows } = await sql<{ n: string }>`SELECT ${counted} AS n`.execute(by.db)
  const n = Number(rows[0]?.n)
  return { n, ...(offset > n / 2 && { counted }) }
}

/** The ids of a page that are told before its rows are asked for, or whom to tell apart where its order is walked. */
const foundOf = async (
  by: By,
  wanted: PageWanted,
  column: SortColumn,
  far: Far | undefined,
): Promise<Found | undefined> => {
  const of_question = await pageOfQuestion(by, wanted, column)
  if (of_question) return of_question
  const is_lane = column === 'sender_store_code' || column === 'status'
  const of_lane = is_lane && far?.n !== undefined && (await pageFarByLane(by, wanted, column))
  if (of_lane) return { n: Infinity, ids: of_lane }
  const few = isFound(wanted.filters, column) ? await pageOfFew(by, wanted, column) : undefined
  const extent = few?.extent ?? (far?.n && { matching: far.n, everything: far.n })
  if (!extent || few?.ids || is_lane || column === 'invoice_date') return few
  const ids = await pageFarIn(by, { ...wanted, among: few?.among }, column, extent)
  if (ids) return { n: Infinity, ...few, ids }
  // To tell others apart pays for a page that lies far, and may have failed.
  return few?.among?.others ? { ...few, among: undefined } : few
}

const readAgain = rememberedPages<SummaryRow>()

const scopeKey = (caller: Caller) =>
  `${isSuperadmin(caller)} ${caller.stores.map(({ store_code_id, code }) => `${store_code_id} ${code}`)}`

const askedBy = (by: By, query: Query, ids: RawBuilder<unknown> | undefined, count: RawBuilder<string>) => {
  const { sort_by = 'invoice_date', sort_order } = query
  return {
    query,
    filtered: matching(by, query),
    count,
    picked: ids && visible(by.db, by.caller).where(sql<SqlBool>`documents.id = ANY(${ids})`),
    rows: (filtered: ReturnType<typeof visible>) =>
      filtered
        .select(COLUMNS)
        .orderBy(SORT_COLUMN[sort_by], (order) =>
          (sort_order === 'asc' ? order.asc() : order.desc()).nullsLast(),
        )
        .orderBy('invoice_date', sort_order)
        .orderBy('created_at', sort_order)
        .orderBy('id', sort_order),
  }
}

/** Whether to find what filters leave before it is sorted: counters and the indexes by date know no texts. */
const isFound = (filters: MatchFilters, column: SortColumn) =>
  hasText(filters) || (isCounted(filters) && column !== 'invoice_date' && !isUnfiltered(filters))

/** The ids of the page in an order that an index has. What people are asked about is little, and has no order yet. */
export const walked = (by: By, wanted: PageWanted, column: SortColumn) => {
  if (!isStateCounted(wanted.filters)) return undefined
  if (column === 'invoice_date') return sql`ARRAY${pageByDate(by, wanted)}`
  if (column === 'sender_store_code') return sql`ARRAY${pageByLane(by, wanted, 'in_code')}`
  if (column === 'status') return sql`ARRAY${pageByLane(by, wanted, 'in_status')}`
  if (column === 'submitted_at') return sql`ARRAY${pageBySubmission(by, wanted)}`
  return sql`ARRAY${pageByColumn(by, wanted, column)}`
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
  created_by_name: row.created_by_name,
  environment: row.environment,
  file_archive: archiveOf(row, now, secret_key),
  reject_request: rejectRequestOf(row),
})
