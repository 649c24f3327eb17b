import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'
import { formatInstant } from '../dates.ts'

/** "14:05 MYT" for an instant of today in Malaysia, else with its date. */
export const sinceText = (since: Date, now: Date): string =>
  malaysianDate(since) === malaysianDate(now)
    ? `${malaysianTime(since).slice(0, 5)} MYT`
    : formatInstant(since)
