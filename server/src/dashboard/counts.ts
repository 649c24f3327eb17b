import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { firstOfMonth, lastOfMonth, malaysianDate } from '#domain/time/dates.ts'
import { awaitsDecisionOf, handedOver } from '../documents/store/conditions.ts'
import { readSetting } from '../settings/read.ts'
import { type By, countWhere, type Days, documentsOf } from './rows.ts'

/**
 * The eight figures of the cards (decisions.md §10), in one query. A year runs from 1 January to today, a month
 * from its first to its last day, like the lists to which the cards link.
 */
export const invoiceCounts = async ({ db, caller, now }: By) => {
  const today = malaysianDate(now)
  const year = { first: `${today.slice(0, 4)}-01-01`, last: today }
  const month = { first: firstOfMonth(today), last: lastOfMonth(today) }
  const allow_self_approval = await readSetting(db, 'approval.allow_self_approval')
  const pending = awaitsDecisionOf(caller, { allow_self_approval })
  return documentsOf(db, caller, { first: year.first, last: month.last })
    .select([
      countIn(year, handedOver).as('this_year_validated_count'),
      countIn(year, VALIDATED).as('this_year_validated_only_count'),
      countIn(year, FAILED).as('this_year_lhdn_not_successful_count'),
      countIn(year, pending).as('this_year_pending_approval_count'),
      countIn(month, handedOver).as('this_month_validated_count'),
      countIn(month, VALIDATED).as('this_month_validated_only_count'),
      countIn(month, FAILED).as('this_month_lhdn_not_successful_count'),
      countIn(month, pending).as('this_month_pending_approval_count'),
    ])
    .executeTakeFirstOrThrow()
}

const VALIDATED = sql<SqlBool>`status = 'Validated'`
const FAILED = sql<SqlBool>`status = 'Submission Failed'`

const countIn = ({ first, last }: Days, condition: RawBuilder<SqlBool>) =>
  countWhere(sql<SqlBool>`invoice_date BETWEEN ${first}::date AND ${last}::date AND ${condition}`)
