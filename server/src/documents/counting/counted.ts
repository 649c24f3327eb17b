import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { namedStores } from '../../access/scope.ts'
import type { DocumentTable } from '../store/tables.ts'
import { type Days, spansOf, type Whole } from './spans.ts'

/** By what documents are counted, beside their day. */
export const COUNTED_BY = sql`store_code_id, status, invoice_type, at_authority, on_screen, environment,
  sender_entity_id`

type Counted = Pick<
  DocumentTable,
  'sender_entity_id' | 'store_code_id' | 'invoice_type' | 'invoice_date' | 'authority_uuid' | 'environment'
> & { status: Status; on_screen: boolean; n: number }

/**
 * The caller's documents of some days as counters, to be read as if they were `documents`: each row stands for `n` that
 * are alike in all that it has, so that conditions on documents apply as they are, but for one on the date: of a whole
 * year or, where no more than months are wanted, month `invoice_date` is the first day, and of days that it has too
 * many `n` is below nought. Exact within one statement: what is not added up yet is read along.
 */
export const countedDocuments = (caller: Caller, days: Days, most?: Whole): RawBuilder<Counted> =>
  readable(...addedUp(caller, days, most), notAddedUp(caller, days))

/** What of it was added up at the last time, by month; there is at least one day. */
export const addedUpDocuments = (caller: Caller, days: Days) => readable(...addedUp(caller, days, 'month'))

/** And what was not: a part of a minute's work. */
export const pendingCounts = (caller: Caller, days: Days) => readable(notAddedUp(caller, days))

const addedUp = (caller: Caller, days: Days, most?: Whole) =>
  spansOf(days, most).map(
    ({ span, taken_off, ...rest }) => sql`
      SELECT ${COUNTED_BY}, day AS invoice_date, ${taken_off ? sql`-n` : sql`n`} AS n FROM document_counts
      WHERE ${inStores(caller)} AND span = ${sql.lit(span)} AND ${within(sql`day`, rest)}`,
  )

const notAddedUp = (caller: Caller, days: Days) =>
  sql`SELECT ${COUNTED_BY}, invoice_date, n FROM document_count_changes
    WHERE ${inStores(caller)} AND ${within(sql`invoice_date`, days)}`

/**
 * The same day by day, of the months of single departments that a table of this name holds (`store_code_id`, `month`).
 * Of others it may tell less than nothing: what went and is not added up yet.
 */
export const countedDayByDay = (caller: Caller, months: string): RawBuilder<Counted> =>
  readable(
    sql`SELECT of_day.* FROM ${sql.table(months)} AS of_month CROSS JOIN LATERAL (
      SELECT ${COUNTED_BY}, day AS invoice_date, n FROM document_counts
      WHERE store_code_id = of_month.store_code_id AND span = 'day'
        AND day >= of_month.month AND day < of_month.month + interval '1 month'
      -- Month by month: joined at once, all days of all departments would be read.
      OFFSET 0) AS of_day`,
    sql`SELECT ${COUNTED_BY}, invoice_date, n FROM document_count_changes
      WHERE ${inStores(caller)}
        AND date_trunc('month', invoice_date)::date IN (SELECT month FROM ${sql.table(months)})`,
  )

const readable = (...parts: RawBuilder<unknown>[]): RawBuilder<Counted> =>
  sql`(SELECT *, CASE WHEN at_authority THEN '' END AS authority_uuid
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS counted)`

const inStores = (caller: Caller) => sql`store_code_id = ANY(${namedStores(caller)}::uuid[])`

const within = (column: RawBuilder<unknown>, { first, last }: Days) =>
  sql`${first === undefined ? sql`TRUE` : sql`${column} >= ${first}::date`}
    AND ${last === undefined ? sql`TRUE` : sql`${column} <= ${last}::date`}`
