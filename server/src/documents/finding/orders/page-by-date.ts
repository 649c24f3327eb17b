import { type RawBuilder, sql } from 'kysely'
import { LHDN_SUBMISSION, STATUSES } from '#domain/documents/lifecycle.ts'
import { countedDayByDay, countedDocuments } from '../../counting/counted.ts'
import { amongOf, documentIsAmong } from '../among.ts'
import {
  type By,
  conditionOf,
  daysOf,
  inDepartments,
  isCounted,
  type MatchFilters,
  ofAnyDay,
  plainStatuses,
} from '../matching.ts'
import { pageByColumn } from './page-by-column.ts'
import { BY_DATE, lanesOf, orderBy, type PageWanted, stretchOf, withFirst } from './pages.ts'

/** So many rows are passed over one by one; beyond, the counters tell the day on which a page begins. */
const PASSED_MAX = 500

type Wanted = By & PageWanted

/**
 * The ids of one page by invoice date, as a subquery: of what counted filters leave it costs the same in any archive;
 * beside a text what it passes over is read.
 */
export const pageByDate = (by: By, given: PageWanted): RawBuilder<unknown> => {
  if (given.along === 'orders') return pageByColumn(by, given, 'invoice_date')
  const wanted = { ...by, ...given, ...inDepartments(by.caller, given.filters) }
  const in_order = (given.offset <= PASSED_MAX && isIndexed(wanted.filters)) || !isCounted(wanted.filters)
  return in_order ? pageOfLanes(wanted) : pageOfCells(wanted)
}

/** The same by department or by status, and then by date. What filters pass over in a lane is read. */
export const pageByLane = (by: By, given: PageWanted, lane: 'in_code' | 'in_status') =>
  pageOfLanes({ ...by, ...given, ...inDepartments(by.caller, given.filters) }, lane)

/** No rows lie between those that these filters leave, in the index of a department or of one of its statuses. */
const isIndexed = (filters: MatchFilters) =>
  filters.invoice_type.length === 0 &&
  filters.document_type.length === 0 &&
  filters.environment.length === 0 &&
  !filters.status.includes(LHDN_SUBMISSION)

/** Each department, or each of its statuses that are asked for, is entered at one end; these lanes are put together. */
const pageOfLanes = (wanted: Wanted, lane?: 'in_code' | 'in_status') => {
  const { caller, filters } = wanted
  const { direction, reach, page, first } = stretchOf(wanted)
  const statuses = plainStatuses(filters) ?? (lane === 'in_status' ? STATUSES : undefined)
  const matches = wanted.among ? documentIsAmong(wanted, wanted.among) : conditionOf(wanted, filters)
  return sql`(${withFirst([...first, ...amongOf(wanted.among)])} SELECT id
    FROM ${lanesOf({ caller }, statuses, filters)} CROSS JOIN LATERAL (
      SELECT id, invoice_date, created_at FROM documents
      WHERE store_code_id = in_store AND ${statuses ? sql`status = in_status` : sql`TRUE`}
        AND ${matches}
      ORDER BY ${orderBy(BY_DATE, direction)} LIMIT ${reach}
    ) AS lane
    ORDER BY ${orderBy(lane ? [lane, ...BY_DATE] : BY_DATE, direction)} ${page})`
}

/**
 * The counters tell on which days, and of which departments, the rows of the page lie: first the years, in these the
 * months, in these the days. No others are read, so that a rare type is found as fast as the last page.
 */
const pageOfCells = (wanted: Wanted) => {
  const { caller, filters, offset, page_size, sort_order } = wanted
  const condition = conditionOf(wanted, filters)
  /** How many rows lie before the first of these days; on one day there may be more than in a usual month. */
  const before = sql`(SELECT min(before)::bigint FROM touched_day)`
  /** Of the periods of a table those in which rows of the page lie, and how many rows lie before each. */
  const touched = (table: string, period: string, before: RawBuilder<unknown>) => sql`
    SELECT ${sql.ref(period)}, before FROM (
      SELECT ${sql.ref(period)}, n,
        ${before} + sum(n) OVER (ORDER BY ${orderBy([period], sort_order)}) - n AS before
      FROM (SELECT ${sql.ref(period)}, sum(n) AS n FROM ${sql.table(table)} GROUP BY 1) AS counted
    ) AS placed WHERE before < ${offset + page_size}::bigint AND before + n > ${offset}::bigint`
  const added_up = conditionOf(wanted, ofAnyDay(filters))
  return sql`(
    WITH every_year AS MATERIALIZED (
      SELECT date_trunc('year', invoice_date)::date AS year, sum(n) AS n
      FROM ${countedDocuments(caller, daysOf(filters))} AS documents
      WHERE ${added_up} GROUP BY 1 HAVING sum(n) > 0
    ), touched_year AS MATERIALIZED (${touched('every_year', 'year', sql`0`)}
    ), every_month AS MATERIALIZED (
      SELECT store_code_id, date_trunc('month', invoice_date)::date AS month, sum(n) AS n
      FROM ${countedDocuments(caller, daysOf(filters), 'month')} AS documents
      WHERE invoice_date >= (SELECT min(year) FROM touched_year)
        AND invoice_date < (SELECT max(year) + interval '1 year' FROM touched_year)
        AND ${added_up} GROUP BY 1, 2 HAVING sum(n) > 0
    ), touched_month AS MATERIALIZED (
      ${touched('every_month', 'month', sql`(SELECT min(before) FROM touched_year)`)}
    ), in_month AS MATERIALIZED (SELECT store_code_id, month FROM every_month JOIN touched_month USING (month)
    ), every_day AS MATERIALIZED (
      SELECT store_code_id, invoice_date AS day, sum(n) AS n
      FROM ${countedDayByDay(caller, 'in_month')} AS documents
      WHERE ${condition} GROUP BY 1, 2 HAVING sum(n) > 0
    ), touched_day AS MATERIALIZED (${touched('every_day', 'day', sql`(SELECT min(before) FROM touched_month)`)})
    SELECT id FROM (SELECT store_code_id AS in_store, day AS on_day FROM every_day JOIN touched_day USING (day)) AS cell
      CROSS JOIN LATERAL (
        SELECT id, invoice_date, created_at FROM documents
        WHERE store_code_id = in_store AND invoice_date = on_day AND ${condition}
        ORDER BY ${orderBy(BY_DATE, sort_order)} LIMIT ${offset + page_size}::bigint - ${before}
      ) AS of_cell
    ORDER BY ${orderBy(BY_DATE, sort_order)} LIMIT ${page_size} OFFSET ${offset}::bigint - ${before})`
}
