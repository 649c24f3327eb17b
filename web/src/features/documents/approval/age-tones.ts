import { LONG_WAIT_MS } from '#domain/documents/lifecycle.ts'
import { addDays, type CalendarDate } from '#domain/time/dates.ts'

/** How a day until when something is due is shown: on its last two days, and after it; `today` in Malaysia. */
export const toneOfDue = (due: CalendarDate, today: CalendarDate): 'bad' | 'waiting' | undefined => {
  if (due < today) return 'bad'
  return due <= addDays(today, 1) ? 'waiting' : undefined
}

/** How a wait is shown: from a day on it is a long one, as everywhere. */
export const toneOfWait = (since: string, now_ms: number): 'waiting' | undefined =>
  now_ms - Date.parse(since) >= LONG_WAIT_MS ? 'waiting' : undefined
