import { sql } from 'kysely'
import { inStoresOf } from '../matching.ts'
import { orderBy } from '../orders/pages.ts'
import { contains } from '../texts.ts'
import { bear, markedParts } from './marks.ts'
import { type Seeking, US } from './place.ts'

/** µs to look for a text in all weeks before anything of it is found. */
export const usOfWeeks = ({ told: { weeks } }: Seeking, text: string) =>
  weeks.length * (US.order + markedParts(text).length * US.mark)

/**
 * The rows of `document_orders` that have a text in their number, week by week: where they are wanted by date they come
 * in that order, and no week is looked at before all rows of those ahead of it are asked for.
 */
export const ofWeeks = (seeking: Seeking, text: string) => {
  const { by_date, told } = seeking
  // Alone: beside other conditions their indexes would be read as well, for each week anew.
  const marked = sql`(SELECT * FROM document_orders
    WHERE number_marks(invoice_number, week_of(invoice_date)) ${bear(text)} OFFSET 0)`
  const weeks = sql`unnest(${told.weeks}::bigint[]) AS week`
  const order = by_date && orderBy(['invoice_date', 'created_at', 'document_id'], by_date)
  return sql`(SELECT of_week.*
    FROM (SELECT week FROM ${weeks} ${by_date ? sql`ORDER BY week ${sql.raw(by_date)}` : sql``}) AS weeks
    CROSS JOIN LATERAL (SELECT * FROM ${marked} AS marked
      WHERE ${inStoresOf(seeking)} AND ${contains('invoice_number', text)} OFFSET 0) AS of_week
    ${order ? sql`ORDER BY weeks.week ${sql.raw(by_date)}, ${order}` : sql``})`
}
