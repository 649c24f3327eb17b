import { sql } from 'kysely'
import type { z } from 'zod'
import type { InvoiceCounts } from '#contract/dashboard.ts'
import { firstOfMonth, lastOfMonth, malaysianDate } from '#domain/time/dates.ts'
import { sumsOfYear, type YearSum } from '../documents/counting/year-sums.ts'
import { awaitsDecisionOf } from '../documents/store/conditions.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { readSetting } from '../settings/read.ts'
import { type By, type Days, documentsOf, thisYear } from './rows.ts'

/**
 * The eight figures of the cards (decisions.md §10). A year runs from 1 January to today, a month from its first to its
 * last day, like the lists to which the cards link. What is pending is counted itself: who may decide about it depends
 * on who made it, and it does not pile up.
 */
export const invoiceCounts = async (by: By): Promise<z.infer<typeof InvoiceCounts>> => {
  const { db, caller, now } = by
  const today = malaysianDate(now)
  const pending = await pendingOf(by, today)
  const sums = await sumsOfYear(db, caller, today)
  const so_far = sums.filter(({ is_later }) => !is_later)
  const of_month = sums.filter(({ month }) => month === today.slice(0, 7))
  return {
    this_year_pending_approval_count: pending.this_year,
    this_year_validated_count: sumOf(so_far, 'handed_over'),
    this_year_validated_only_count: sumOf(so_far, 'validated'),
    this_year_lhdn_not_successful_count: sumOf(so_far, 'failed'),
    this_month_pending_approval_count: pending.this_month,
    this_month_validated_count: sumOf(of_month, 'handed_over'),
    this_month_validated_only_count: sumOf(of_month, 'validated'),
    this_month_lhdn_not_successful_count: sumOf(of_month, 'failed'),
  }
}

const sumOf = (sums: readonly YearSum[], figure: 'handed_over' | 'validated' | 'failed') =>
  sums.reduce((sum, of_month) => sum + of_month[figure], 0)

const pendingOf = async ({ db, caller }: By, today: string) => {
  const year = thisYear(today)
  const month = { first: firstOfMonth(today), last: lastOfMonth(today) }
  const allow_self_approval = await readSetting(db, 'approval.allow_self_approval')
  // The month ends later than today, so the two together begin with the year and end with the month.
  return documentsOf(db, caller, { first: year.first, last: month.last })
    .where(awaitsDecisionOf(caller, { allow_self_approval }))
    .select([countWithin(year).as('this_year'), countWithin(month).as('this_month')])
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow()
}

const countWithin = ({ first, last }: Days) =>
  sql<number>`count(*) FILTER (WHERE invoice_date BETWEEN ${first} AND ${last})::int`
