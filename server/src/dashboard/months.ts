import { malaysianDate } from '#domain/time/dates.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { type By, countedThisYear, SUM } from './rows.ts'

/** Documents handed to the authority, per month of this year so far; `month` is `YYYY-MM`, empty months are 0. */
export const processedPerMonth = async ({ db, caller, now }: By) => {
  const today = malaysianDate(now)
  const rows = await countedThisYear(db, caller, today)
    .select(['invoice_date', SUM.as('count')])
    .groupBy('invoice_date')
    .modifyEnd(PREPARED)
    .execute()
  const counted = new Map<string, number>()
  for (const { invoice_date, count } of rows) {
    const month = invoice_date.slice(0, 7)
    counted.set(month, (counted.get(month) ?? 0) + count)
  }
  return monthsUntil(today).map((month) => ({ month, count: counted.get(month) ?? 0 }))
}

const monthsUntil = (today: string) =>
  Array.from(
    { length: Number(today.slice(5, 7)) },
    (_, at) => `${today.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`,
  )
