import { addDays, malaysianDate, startOfDay } from '../time/dates.ts'
import { HOUR_MS } from '../time/units.ts'

/** Until when something can be put off. */
export const SNOOZES = ['tomorrow', 'monday'] as const
export type Snooze = (typeof SNOOZES)[number]

const MORNING_MS = 8 * HOUR_MS
const WEEK_DAYS = 7
const MONDAY = 1

/** Eight o'clock in Malaysia, tomorrow or on the next Monday that is not today. */
export const snoozedUntil = (until: Snooze, now: Date): Date => {
  const today = malaysianDate(now)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const days = until === 'tomorrow' ? 1 : (MONDAY - weekday + WEEK_DAYS) % WEEK_DAYS || WEEK_DAYS
  return new Date(startOfDay(addDays(today, days)).getTime() + MORNING_MS)
}
