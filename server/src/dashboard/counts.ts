import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { InvoiceCounts } from '#contract/dashboard.ts'
import { firstOfMonth, lastOfMonth, malaysianDate } from '#domain/time/dates.ts'
import { countedDocuments } from '../documents/counting/counted.ts'
import { awaitsDecisionOf, handedOver } from '../documents/store/conditions.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { readSetting } from '../settings/read.ts'
import { type By, type Days, documentsOf, thisYear } from './rows.ts'

/**
 * The eight figures of the cards (decisions.md §10), in one query. A year runs from 1 January to today, a month
 * from its first to its last day, like the lists to which the cards link. What is pending is counted itself: who may
 * decide about it depends on who made it, and it does not pile up.
 */
export const invoiceCounts = async ({ db, caller, now }: By): Promise<z.infer<typeof InvoiceCounts>> => {
  const today = malaysianDate(now)
  const year = thisYear(today)
  const month = { first: firstOfMonth(today), last: lastOfMonth(today) }
  const allow_self_approval = await readSetting(db, 'approval.allow_self_approval')
  const pending = awaitsDecisionOf(caller, { allow_self_approval })
  const counters = (days: Days, name: string) =>
    sql`(SELECT ${sumWhere(handedOver)} AS ${sql.ref(`${name}_validated_count`)},
      ${sumWhere(VALIDATED)} AS ${sql.ref(`${name}_validated_only_count`)},
      ${sumWhere(FAILED)} AS ${sql.ref(`${name}_lhdn_not_successful_count`)}
    FROM ${countedDocuments(caller, days)} AS documents) AS ${sql.ref(name)}`
  // The month ends later than today, so the two together begin with the year and end with the month.
  const waiting = documentsOf(db, caller, { first: year.first, last: month.last })
    .where(pending)
    .select([countWithin(year, 'this_year'), countWithin(month, 'this_month')])
  const { rows } = await sql<z.infer<typeof InvoiceCounts>>`
    SELECT * FROM ${counters(year, 'this_year')}, ${counters(month, 'this_month')}, (${waiting}) AS waiting
    ${PREPARED}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Sums are always one row.')
  return counts
}

const countWithin = ({ first, last }: Days, name: string) =>
  sql`count(*) FILTER (WHERE invoice_date BETWEEN ${first} AND ${last})::int`.as(
    `${name}_pending_approval_count`,
  )

const VALIDATED = sql<SqlBool>`status = 'Validated'`
const FAILED = sql<SqlBool>`status = 'Submission Failed'`

const sumWhere = (condition: RawBuilder<SqlBool>) => sql`coalesce(sum(n) FILTER (WHERE ${condition}), 0)::int`
