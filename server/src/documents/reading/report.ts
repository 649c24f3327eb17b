import { sql } from 'kysely'
import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import type { ListFilters } from '#contract/document-rows.ts'
import type { Caller } from '#domain/access/caller.ts'
import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { csvReply } from '../../platform/lists/csv-reply.ts'
import { workbookReply } from '../../platform/lists/workbook-reply.ts'
import { type MatchFilters, matching } from '../finding/matching.ts'
import type { DocumentRow } from '../store/rows.ts'
import { messageOf } from './slow.ts'

type By = { db: Db; caller: Caller; now: Date }
type Filters = z.output<typeof ListFilters>

const COLUMNS = [
  ...(['id', 'store_code_id', 'created_at', 'sender_store_code', 'supplier_name', 'buyer_name'] as const),
  ...(['buyer_id_no', 'invoice_type', 'invoice_number', 'invoice_date', 'contract_number'] as const),
  ...(['agent_number', 'submitted_at', 'invoice_currency', 'total_payable_amount', 'status'] as const),
  ...(['status_message', 'source'] as const),
] as const
export type ReportedRow = Pick<DocumentRow, (typeof COLUMNS)[number]>
type Row = ReportedRow

/** Every document that matches, as `invoices_{timestamp}.csv`: by department, the last made first. */
export const reportDocuments = (by: By, filters: Filters): Download => csvReply(reportOf(by, filters, 'csv'))

/** The same as a workbook. */
export const workbookOfDocuments = (by: By, filters: Filters): Download =>
  workbookReply({ ...reportOf(by, filters, 'xlsx'), sheet: 'Invoices' })

/** What a report is made of: its columns and name, and a reader of its rows (`platform/lists/batches.ts`). */
export const reportOf = (by: By, filters: MatchFilters, ending: string) => ({
  filename: `invoices_${stamp(by.now).replace(/\D/g, '')}.${ending}`,
  columns: reportColumns(by.now),
  next: reader(by, filters),
})

/** How many rows it will have. */
export const countReported = async (by: By, filters: MatchFilters): Promise<number> => {
  const ids = storesOf(by.caller, filters).map(({ store_code_id }) => store_code_id)
  const { n } = await matching(by, filters)
    .where(sql<boolean>`store_code_id = ANY(${ids}::uuid[])`)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const storesOf = ({ stores }: Caller, { sender_store_code: codes }: MatchFilters) =>
  stores.filter(({ code }) => codes.length === 0 || codes.includes(code))

/** Goes through one department after the other, each along its index, so that a batch costs the same wherever it is. */
const reader = (by: By, filters: MatchFilters) => {
  const stores = storesOf(by.caller, filters)
  return async (after: Row | undefined, limit: number): Promise<Row[]> => {
    const from = after ? stores.findIndex(({ store_code_id }) => store_code_id === after.store_code_id) : 0
    const rows: Row[] = []
    for (const { store_code_id } of stores.slice(from)) {
      const whole = matching(by, filters).where('store_code_id', '=', store_code_id)
      const rest = after?.store_code_id === store_code_id ? whole.where(olderThan(after)) : whole
      const ordered = rest.select(COLUMNS).orderBy('created_at', 'desc').orderBy('id')
      rows.push(...(await ordered.limit(limit - rows.length).execute()))
      if (rows.length === limit) break
    }
    return rows
  }
}

/** The first half is what the index can be searched for. */
const olderThan = ({ created_at, id }: Row) =>
  sql<boolean>`created_at <= ${created_at} AND (created_at < ${created_at} OR id > ${id}::uuid)`

const stamp = (instant: Date) => `${malaysianDate(instant)} ${malaysianTime(instant)}`

/** The columns of the report, texts as they are at this instant. */
export const reportColumns = (now: Date) =>
  [
    ['Department Code', (row: Row) => row.sender_store_code],
    ['Supplier Name', (row: Row) => row.supplier_name],
    ['Receiver Name', (row: Row) => row.buyer_name],
    ['Receiver ID', (row: Row) => row.buyer_id_no],
    ['Doc Type', (row: Row) => `${row.invoice_type} ${DOCUMENT_TYPES.describe(row.invoice_type) ?? ''}`],
    ['Doc Number', (row: Row) => row.invoice_number],
    ['Issue Date', (row: Row) => row.invoice_date, 'date'],
    ['Contract #', (row: Row) => row.contract_number],
    ['Agent #', (row: Row) => row.agent_number],
    ['Submission Date', (row: Row) => (row.submitted_at ? stamp(row.submitted_at) : '')],
    ['Currency', (row: Row) => row.invoice_currency],
    ['Document Total', (row: Row) => row.total_payable_amount, 'figure'],
    ['Status', (row: Row) => row.status],
    ['Status Message', (row: Row) => messageOf(row, now)],
    ['Source', (row: Row) => row.source],
  ] as const
