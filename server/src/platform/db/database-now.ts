import { sql } from 'kysely'
import { systemClock } from '../clock/clock.ts'

/**
 * A moment by the clock of the database, which is one for all processes, where theirs differ. `now` is by the clock
 * that was passed in: how far that is from the host's own is kept.
 */
export const byDatabase = (now: Date) =>
  sql<Date>`(${now}::timestamptz + (clock_timestamp() - ${systemClock.now()}::timestamptz))`
