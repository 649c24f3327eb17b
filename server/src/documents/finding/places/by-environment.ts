import { sql } from 'kysely'
import { countedDocuments } from '../../counting/counted.ts'
import { conditionOf, daysOf, hasText, UNFILTERED } from '../matching.ts'
import { type Place, rowOf, type Seeking, US } from './place.ts'

/** µs to ask the counters for the months. */
const US_MONTHS = 3_000

/**
 * By the months in which a department has any of these environments, as counters tell: trials are of before, and few
 * beside what is sent since.
 */
export const byEnvironment = (seeking: Seeking): Place => {
  const { filters, caller, told } = seeking
  const { environment } = filters
  const months = sql`SELECT store_code_id AS in_store, date_trunc('month', invoice_date)::date AS in_month
    FROM ${countedDocuments(caller, daysOf(filters), 'month')} AS documents
    WHERE ${conditionOf(seeking, { ...UNFILTERED, environment })} GROUP BY 1, 2 HAVING sum(n) > 0`
  const found = sql`SELECT of_month.* FROM (${months}) AS month CROSS JOIN LATERAL (
    SELECT ${rowOf(seeking, 'id')} FROM documents
    WHERE store_code_id = in_store AND invoice_date >= in_month AND invoice_date < in_month + interval '1 month'
      AND ${conditionOf(seeking, filters)} OFFSET 0) AS of_month`
  const us_each = US.document + (hasText(filters) ? US.text : 0)
  return { parts: [found], candidates: told.of_environment, us_first: US_MONTHS, us_each }
}
