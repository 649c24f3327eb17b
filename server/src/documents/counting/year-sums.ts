import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { addDays, type CalendarDate, lastOfMonth } from '#domain/time/dates.ts'
import { namedStores } from '../../access/scope.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db } from '../../platform/db/database.ts'
import { handedOver } from '../store/conditions.ts'
import { addedUpDocuments, pendingCounts } from './counted.ts'
import { asJson, rememberedCounts } from './remembered-counts.ts'
import type { Days } from './spans.ts'

/**
 * How many documents of one company and environment, by their date in one month; of the same there may be several, also
 * below 0.
 */
export type YearSum = {
  sender_entity_id: string
  environment: Environment
  /** `YYYY-MM` */
  month: string
  /** Dated after today. */
  is_later: boolean
  handed_over: number
  validated: number
  failed: number
  pending: number
}

const remembered = rememberedCounts<YearSum[], YearSum[]>()

/** Of some days: single documents as rows of counters, each with its `n`. */
type Uncounted = (days: Required<Days>) => RawBuilder<unknown>

/**
 * The caller's documents of this year, up to the end of this month, as sums that are to be added up once more. What no
 * counter knows is `uncounted`, of the same moment.
 */
export const sumsOfYear = async (
  db: Db,
  caller: Caller,
  today: CalendarDate,
  uncounted?: Uncounted,
): Promise<YearSum[]> => {
  const so_far = { first: `${today.slice(0, 4)}-01-01`, last: today }
  const end = lastOfMonth(today)
  const later = today < end ? [{ first: addDays(today, 1), last: end }] : []
  const ofDays = (counted: (days: Required<Days>) => RawBuilder<unknown>) =>
    [so_far, ...later].map((days) => sumsOf(counted(days), days !== so_far))
  const added = (sums: RawBuilder<unknown>[]) => asJson(sql.join(sums, sql` UNION ALL `))
  const key = `${today} ${namedStores(caller)}`
  const { added_up, pending } = await remembered(db, key, {
    added_up: added(ofDays((days) => addedUpDocuments(caller, days))),
    pending: added([
      ...ofDays((days) => pendingCounts(caller, days)),
      ...(uncounted ? ofDays(uncounted) : []),
    ]),
  })
  return [...added_up, ...pending]
}

const sumsOf = (counted: RawBuilder<unknown>, is_later: boolean) => sql`
  SELECT sender_entity_id, environment, to_char(invoice_date, 'YYYY-MM') AS month, ${sql.lit(is_later)} AS is_later,
    ${sumWhere(handedOver)} AS handed_over, ${sumWhere(sql`status = 'Validated'`)} AS validated,
    ${sumWhere(sql`status = 'Submission Failed'`)} AS failed, ${sumWhere(sql`status = 'Pending Approval'`)} AS pending
  FROM ${counted} AS documents GROUP BY 1, 2, 3`

const sumWhere = (condition: RawBuilder<SqlBool>) => sql`coalesce(sum(n) FILTER (WHERE ${condition}), 0)::int`
