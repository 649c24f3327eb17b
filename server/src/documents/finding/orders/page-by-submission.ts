import { type RawBuilder, sql } from 'kysely'
import { amongOf, documentIsAmong } from '../among.ts'
import { type By, conditionOf, inDepartments } from '../matching.ts'
import { boundsOf, type Order } from './bounds.ts'
import { BY_DATE, lanesOf, orderBy, type PageWanted, stretchOf, withFirst } from './pages.ts'

/**
 * The ids of one page by submission date and then by date, as a subquery; what was never submitted comes last, either
 * way. Pivots are submitted ones, and then so is all of the page.
 */
export const pageBySubmission = (by: By, given: PageWanted): RawBuilder<unknown> => {
  const order = submissionsOf(by, given)
  const { columns, lanes, matches } = order
  // From the end of the list what was never submitted comes first.
  const never_passed = sql`never_passed AS MATERIALIZED (SELECT count(*) AS n FROM ${lanes} CROSS JOIN LATERAL (
    SELECT FROM documents WHERE store_code_id = in_store AND submitted_at IS NULL AND ${matches} OFFSET 0) AS lane)`
  const is_passed = given.pivots !== undefined && given.counted !== undefined
  const [skipped, never_first] = is_passed
    ? [sql`(SELECT n FROM never_passed)`, [never_passed]]
    : [sql`0`, []]
  const bounds = boundsOf(given, order, skipped)
  const { direction, nulls, reach, page, first } = stretchOf(given, bounds.passed)
  const submitted = sql`(SELECT id, submitted_at, invoice_date, created_at FROM documents
    WHERE store_code_id = in_store AND submitted_at IS NOT NULL AND ${bounds.within} AND ${matches}
    ORDER BY ${orderBy(columns, direction)} LIMIT ${reach})`
  // Not the column, which that index does not have. It alone is read: the planner would read that of all credit and
  // debit notes as well, in each department, to pick the few out of it.
  const never = sql`(SELECT id, NULL::timestamptz AS submitted_at, invoice_date, created_at FROM documents
    WHERE store_code_id = in_store AND documents.submitted_at IS NULL AND (${matches}) IS TRUE
    ORDER BY ${orderBy(BY_DATE, direction)} LIMIT ${reach})`
  return sql`(${withFirst([...first, ...amongOf(given.among), ...never_first, ...bounds.first])} SELECT lane.id
    FROM ${lanes}${bounds.beside} CROSS JOIN LATERAL (
      ${submitted} ${given.pivots ? sql`` : sql`UNION ALL ${never}`}
    ) AS lane ORDER BY lane.submitted_at ${sql.raw(direction)} ${nulls}, ${orderBy(LANE_BY_DATE, direction)} ${page})`
}

/** The order of what was submitted. */
export const submissionsOf = (by: By, given: PageWanted): Order => {
  const { caller, filters } = inDepartments(by.caller, given.filters)
  return {
    table: 'documents',
    columns: ['submitted_at', ...BY_DATE],
    lanes: lanesOf({ caller }, undefined, filters),
    matches: given.among ? documentIsAmong(by, given.among) : conditionOf(by, filters),
  }
}

const LANE_BY_DATE = BY_DATE.map((column) => `lane.${column}`)
