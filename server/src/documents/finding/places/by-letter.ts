import { type SqlBool, sql } from 'kysely'
import { conditionOf, onlyDays } from '../matching.ts'
import { lanesOf } from '../orders/pages.ts'
import { contains } from '../texts.ts'
import { storesOfLetter } from './marks.ts'
import type { Seeking } from './place.ts'

/** The rows of `document_orders` that have such a text in their number; of other departments none is read. */
export const ofLetter = (seeking: Seeking, text: string) => {
  const days = onlyDays(seeking.filters)
  const has_letter = sql<SqlBool>`in_store IN ${storesOfLetter(text)}`
  return sql`(SELECT of_lane.* FROM (SELECT * FROM ${lanesOf(seeking)} WHERE ${has_letter} OFFSET 0) AS lettered
    CROSS JOIN LATERAL (SELECT * FROM document_orders
      WHERE store_code_id = in_store AND ${conditionOf(seeking, days)} AND ${contains('invoice_number', text)} OFFSET 0
    ) AS of_lane)`
}
