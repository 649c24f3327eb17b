import { sql } from 'kysely'
import type { z } from 'zod'
import type { InvoiceCounts } from '#contract/dashboard.ts'
import { holds } from '#domain/access/caller.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import type { Environment } from '../authority/wire/environments.ts'
import { sumsOfYear, type YearSum } from '../documents/counting/year-sums.ts'
import { awaitsOthers } from '../documents/store/conditions.ts'
import { readSetting } from '../settings/read.ts'
import { countedEnvironments } from './environments.ts'
import { type By, type Days, documentsOf } from './rows.ts'

/**
 * The eight figures of the cards (decisions.md §10). A year runs from 1 January to today, a month from its first to its
 * last day, like the lists to which the cards link. Who may decide about what is pending depends on who made it, which
 * no counter knows: what others decide is found, and taken off. Trials are left out of what was sent, and counted by
 * themselves; what is pending of them still waits for somebody.
 */
export const invoiceCounts = async (by: By): Promise<z.infer<typeof InvoiceCounts>> => {
  const { db, caller, now } = by
  const today = malaysianDate(now)
  const allow_self_approval = await readSetting(db, 'approval.allow_self_approval')
  const taken_off = (days: Days) =>
    sql`(${documentsOf(db, caller, days)
      .where(awaitsOthers(caller, { allow_self_approval }))
      .select(['sender_entity_id', 'environment', 'invoice_date', 'status', 'authority_uuid'])
      .select(sql.lit(-1).as('n'))})`
  const approves = holds(caller, 'can_approve_invoice')
  const environments = await countedEnvironments(by)
  const sums = await sumsOfYear(db, caller, today, approves ? taken_off : undefined)
  const so_far = sums.filter(({ is_later }) => !is_later)
  const of_month = sums.filter(({ month }) => month === today.slice(0, 7))
  const year = so_far.filter(isCounted(environments))
  const month = of_month.filter(isCounted(environments))
  const trials = sums.filter((sum) => !isCounted(environments)(sum))
  return {
    this_year_pending_approval_count: approves ? sumOf(so_far, 'pending') : 0,
    this_year_validated_count: sumOf(year, 'handed_over'),
    this_year_validated_only_count: sumOf(year, 'validated'),
    this_year_lhdn_not_successful_count: sumOf(year, 'failed'),
    this_month_pending_approval_count: approves ? sumOf(of_month, 'pending') : 0,
    this_month_validated_count: sumOf(month, 'handed_over'),
    this_month_validated_only_count: sumOf(month, 'validated'),
    this_month_lhdn_not_successful_count: sumOf(month, 'failed'),
    trials_left_out: sumOf(trials, 'handed_over') + sumOf(trials, 'failed'),
  }
}

const isCounted =
  (environments: readonly Environment[]) =>
  ({ environment }: YearSum) =>
    environments.includes(environment)

const sumOf = (sums: readonly YearSum[], figure: 'handed_over' | 'validated' | 'failed' | 'pending') =>
  sums.reduce((sum, of_month) => sum + of_month[figure], 0)
