import { malaysianDate, startOfDay } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'

/** Whole Malaysian days between an instant and now; 0 for today and for a clock that runs ahead. */
export const daysSince = (instant: Date, now: Date): number =>
  Math.max(
    0,
    Math.round(
      (startOfDay(malaysianDate(now)).getTime() - startOfDay(malaysianDate(instant)).getTime()) / DAY_MS,
    ),
  )
