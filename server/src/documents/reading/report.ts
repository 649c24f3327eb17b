import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ListFilters } from '#contract/document-rows.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { csvReply } from '../../platform/lists/csv-reply.ts'
import { workbookReply } from '../../platform/lists/workbook-reply.ts'
import { inCompanies } from '../finding/companies.ts'
import { idsOfFew, seekingByDate } from '../finding/few.ts'
import {
  countMatching,
  inStoresOf,
  isCounted,
  isUnfiltered,
  type MatchFilters,
  matching,
} from '../finding/matching.ts'
import { visible } from '../store/rows.ts'
import {
  type Depth,
  LIST_COLUMNS,
  REPORT_COLUMNS,
  type ReportedRow as Row,
  reportedOf,
  stamp,
} from './report-columns.ts'
import { messageOf, withWhySlow } from './slow.ts'

type By = { db: Db; caller: Caller; now: Date }
type Filters = z.output<typeof ListFilters>

/** Every document that matches, as `invoices_{timestamp}.csv`: by department, the last made first. */
export const reportDocuments = async (by: By, asked: Filters): Promise<Download> => {
  const { by: seen, filters } = await inCompanies(by, asked)
  return csvReply(reportOf(seen, { filters, few: await fewReported(seen, filters) }, 'csv'))
}

/** The same as a workbook. */
export const workbookOfDocuments = async (by: By, asked: Filters): Promise<Download> => {
  const { by: seen, filters } = await inCompanies(by, asked)
  const report = reportOf(seen, { filters, few: await fewReported(seen, filters) }, 'xlsx')
  return workbookReply({ ...report, sheet: 'Invoices' })
}

/**
 * What is reported, and the ids of it where they are few, in the order of the report; and how much is read of each
 * content, which costs twice the time.
 */
export type Reported = { filters: MatchFilters; few: readonly string[] | undefined; depth?: Depth }

/** What a report is made of: its columns and name, and a reader of its rows (`platform/lists/batches.ts`). */
export const reportOf = (by: By, { filters, few, depth }: Reported, ending: string) => ({
  filename: `invoices_${stamp(by.now).replace(/\D/g, '')}.${ending}`,
  columns: depth ? REPORT_COLUMNS : LIST_COLUMNS,
  next: withMessages(by, readerOf({ by, filters, columns: reportedOf(depth) }, few)),
})

type Reader = (after: Row | undefined, limit: number) => Promise<Row[]>

/** Each with what a person is told of it now. */
const withMessages =
  (by: By, next: Reader): Reader =>
  async (after, limit) => {
    const rows = await next(after, limit)
    const told = rows.map((row) => ({ ...row, status_message: messageOf(row, by.now) }))
    return withWhySlow(by, told, ({ id }) => id)
  }

/** The ids of what will be reported, where a filter leaves few: found, as those of a list are, and not passed by. */
export const fewReported = async (by: By, filters: MatchFilters): Promise<string[] | undefined> => {
  const ids = isUnfiltered(filters) ? undefined : await idsOfFew(await seekingByDate(by, filters))
  if (!ids) return undefined
  const stores = storesOf(by.caller, filters).map(({ store_code_id }) => store_code_id)
  const rows = await visible(by.db, by.caller)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .select('id')
    .orderBy(sql`array_position(${stores}::uuid[], store_code_id)`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** As many as are found in a moment: beyond, a count would read all that match, before the first row is written. */
export const COUNTED_MAX = 10_000

/** How many rows there will be; undefined where no counter tells it and they are more than `COUNTED_MAX`. */
export const countReported = async (by: By, { filters, few }: Reported): Promise<number | undefined> => {
  if (few) return few.length
  if (isCounted(filters)) return asNumber(by, countMatching(by, filters))
  // The caller may stand for one company, and be somebody who sees all of them.
  const one_by_one = matching(by, filters).where(sql<boolean>`${inStoresOf(by)}`)
  const found = one_by_one.select('id').limit(COUNTED_MAX + 1)
  const n = await asNumber(by, sql`(SELECT count(*) FROM ${found} AS found)`)
  return n > COUNTED_MAX ? undefined : n
}

const asNumber = async ({ db }: By, n: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: string }>`SELECT ${n} AS n`.execute(db)
  return Number(rows[0]?.n)
}

const storesOf = ({ stores }: Caller, { sender_store_code: codes }: MatchFilters) =>
  stores.filter(({ code }) => codes.length === 0 || codes.includes(code))

type Reading = { by: By; filters: MatchFilters; columns: ReturnType<typeof reportedOf> }

const readerOf = (reading: Reading, few: readonly string[] | undefined): Reader =>
  few ? readerOfFew(reading, few) : readerOfAll(reading)

/** Of those found, as they are by then: who no longer matches is left out. */
const readerOfFew =
  ({ by, filters, columns }: Reading, ids: readonly string[]) =>
  async (after: Row | undefined, limit: number): Promise<Row[]> => {
    const rows: Row[] = []
    let at = after ? ids.indexOf(after.id) + 1 : 0
    while (rows.length < limit && at < ids.length) {
      const some = ids.slice(at, at + limit - rows.length)
      const wanted = matching(by, filters).where(sql<boolean>`id = ANY(${some}::uuid[])`)
      const found = new Map((await wanted.select(columns).execute()).map((row) => [row.id, row]))
      rows.push(...some.flatMap((id) => found.get(id) ?? []))
      at += some.length
    }
    return rows
  }

/** Goes through one department after the other, each along its index, so that a batch costs the same wherever it is. */
const readerOfAll = ({ by, filters, columns }: Reading) => {
  const stores = storesOf(by.caller, filters)
  return async (after: Row | undefined, limit: number): Promise<Row[]> => {
    const from = after ? stores.findIndex(({ store_code_id }) => store_code_id === after.store_code_id) : 0
    const rows: Row[] = []
    for (const { store_code_id } of stores.slice(from)) {
      const whole = matching(by, filters).where('store_code_id', '=', store_code_id)
      const rest = after?.store_code_id === store_code_id ? whole.where(olderThan(after)) : whole
      const ordered = rest.select(columns).orderBy('created_at', 'desc').orderBy('id')
      rows.push(...(await ordered.limit(limit - rows.length).execute()))
      if (rows.length === limit) break
    }
    return rows
  }
}

/** The first half is what the index can be searched for. */
const olderThan = ({ created_at, id }: Row) =>
  sql<boolean>`created_at <= ${created_at} AND (created_at < ${created_at} OR id > ${id}::uuid)`
