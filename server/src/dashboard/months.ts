import { malaysianDate } from '#domain/time/dates.ts'
import { sumsOfYear } from '../documents/counting/year-sums.ts'
import { countedEnvironments } from './environments.ts'
import type { By } from './rows.ts'

/** Documents handed to the authority, per month of this year so far; `month` is `YYYY-MM`, empty months are 0. */
export const processedPerMonth = async (by: By) => {
  const today = malaysianDate(by.now)
  const environments = await countedEnvironments(by)
  const counted = new Map(monthsUntil(today).map((month) => [month, 0]))
  for (const { month, is_later, environment, handed_over } of await sumsOfYear(by.db, by.caller, today)) {
    if (!is_later && environments.includes(environment))
      counted.set(month, (counted.get(month) ?? 0) + handed_over)
  }
  return [...counted].map(([month, count]) => ({ month, count }))
}

const monthsUntil = (today: string) =>
  Array.from(
    { length: Number(today.slice(5, 7)) },
    (_, at) => `${today.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`,
  )
