import { sql } from 'kysely'
import { RECEIVED } from '#domain/documents/lifecycle.ts'
import { isStateCounted, type MatchFilters, plainStatuses } from './matching.ts'
import { BY_DATE, lanesOf, orderBy, type PageWanted } from './orders/pages.ts'
import { isMarked } from './places/marks.ts'
import { judged, type Seeking } from './places/place.ts'
import { placesOf } from './places/places.ts'
import { queryOf } from './sought.ts'

/** Deeper pages are walked to. */
const WANTED_MAX = 1_000

/** So many that were submitted as late are looked at by themselves. */
const LATE_MAX = 20_000

/** Whether a part of a number is looked for by the day of submission, and little of it, where most have such a day. */
export const isOfNumbers = ({ filters, column }: Seeking, { counted, offset, page_size }: PageWanted) =>
  column === 'submitted_at' &&
  isMarked(filters.invoice_number) &&
  mayBeSubmitted(filters) &&
  !counted &&
  offset + page_size <= WANTED_MAX

/** Of what LHDN never had all would be read for those that have a day of submission, and there is none. */
const mayBeSubmitted = (filters: MatchFilters): boolean => {
  const statuses = plainStatuses(filters)
  return isStateCounted(filters) && (statuses === undefined || statuses.some((one) => RECEIVED.includes(one)))
}

/**
 * The ids of such a page. Numbers that are alike are of one time, and so are what is submitted and its date: found in
 * the order of dates until the page is full, they tell how late all of it was submitted at least. What else was, though
 * dated before, an index has; of these, few, the number is asked. Undefined where fewer were ever submitted, or many
 * so late.
 */
export const pageOfNumbers = async (seeking: Seeking, page: PageWanted): Promise<string[] | undefined> => {
  const { sort_order, offset, page_size } = page
  const place = placesOf({ ...seeking, by_date: sort_order }).find(({ in_order }) => in_order)
  const [part] = place?.parts ?? []
  if (!part) return undefined
  const wanted = offset + page_size
  const [outermost, as_late, before] =
    sort_order === 'desc' ? [sql`min`, sql`>=`, sql`<=`] : [sql`max`, sql`<=`, sql`>=`]
  const late = judged(seeking, sql`SELECT id AS document_id FROM late`)
  const { rows } = await sql<{ is_told: boolean; ids: string[] }>`
    WITH near AS MATERIALIZED (SELECT * FROM (${queryOf(part)}) AS each WHERE sorted IS NOT NULL LIMIT ${wanted}),
      bound AS MATERIALIZED (SELECT count(*) AS n, ${outermost}(sorted) AS submitted_at,
        ${outermost}(invoice_date) AS invoice_date FROM near),
      late AS MATERIALIZED (SELECT of_lane.id
        FROM bound, ${lanesOf(seeking, undefined, seeking.filters)} CROSS JOIN LATERAL (
          SELECT id FROM documents WHERE store_code_id = in_store AND submitted_at IS NOT NULL
            AND submitted_at ${as_late} bound.submitted_at AND invoice_date ${before} bound.invoice_date OFFSET 0
        ) AS of_lane WHERE bound.n = ${wanted} LIMIT ${LATE_MAX + 1}),
      found AS MATERIALIZED (SELECT * FROM near UNION SELECT * FROM (${late}) AS each)
    SELECT (SELECT n FROM bound) = ${wanted} AND (SELECT count(*) FROM late) <= ${LATE_MAX} AS is_told,
      ARRAY(SELECT id FROM found
        ORDER BY ${orderBy(['sorted', ...BY_DATE], sort_order)} LIMIT ${page_size} OFFSET ${offset}) AS ids`.execute(
    seeking.db,
  )
  return rows[0]?.is_told ? rows[0].ids : undefined
}
