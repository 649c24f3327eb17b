import { sql } from 'kysely'
import { malaysianDate } from '#domain/time/dates.ts'
import { type By, countedThisYear, SUM } from './rows.ts'

/** Documents handed to the authority, per month of this year so far; `month` is `YYYY-MM`, empty months are 0. */
export const processedPerMonth = async ({ db, caller, now }: By) => {
  const today = malaysianDate(now)
  const rows = await countedThisYear(db, caller, today)
    .select([sql<string>`to_char(invoice_date, 'YYYY-MM')`.as('month'), SUM.as('count')])
    .groupBy(sql`1`)
    .execute()
  const counted = new Map(rows.map((row) => [row.month, row.count]))
  return monthsUntil(today).map((month) => ({ month, count: counted.get(month) ?? 0 }))
}

const monthsUntil = (today: string) =>
  Array.from(
    { length: Number(today.slice(5, 7)) },
    (_, at) => `${today.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`,
  )
