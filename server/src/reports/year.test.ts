import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { FREQUENCIES, type Frequency } from '#domain/reports/windows.ts'
import { addDays, type CalendarDate, lastOfMonth, malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { request } from '../../test/reports/reporting.ts'
import { seeded } from '../../test/simulation/random.ts'
import { createWorld } from '../../test/world.ts'
import { fixedClock } from '../platform/clock/fixtures/fixed-clock.ts'
import { beginDue } from './begin-due.job.ts'

/** Noon in Malaysia, 1 July 2027; 29 February 2028 lies within the year. */
const START = new Date('2027-07-01T04:00:00Z')
const END = new Date('2028-07-01T04:00:00Z')

/** Each day that a run of this kind is due in the year, by counting days; the first day it covers. */
const expectedFirstDays = (frequency: Frequency): CalendarDate[] => {
  const days: CalendarDate[] = []
  for (let day = addDays(malaysianDate(START), 1); day <= malaysianDate(END); day = addDays(day, 1)) {
    const monday = new Date(`${day}T12:00:00Z`).getUTCDay() === 1
    const yesterday = addDays(day, -1)
    if (frequency === 'daily') days.push(yesterday)
    if (frequency === 'weekly' && monday) days.push(addDays(day, -7))
    if (frequency === 'monthly' && yesterday === lastOfMonth(yesterday))
      days.push(`${yesterday.slice(0, 7)}-01`)
  }
  return days
}

test('in a year no run is lost and none is doubled, with two workers and a machine that is often off', async () => {
  const clock = fixedClock(START)
  const world = await createWorld({ clock })
  for (const frequency of FREQUENCIES) {
    const { status } = await request(world, 'aminah', { report_type: 'scheduled', frequency })
    expect(status).toBe(201)
  }
  const random = seeded(12)
  while (clock.now() < END) {
    // Mostly some hours, at times days without anybody.
    const ms = random.chance(0.05) ? random.below(9 * DAY_MS) : random.below(12 * HOUR_MS)
    clock.advance(Math.min(ms, END.getTime() - clock.now().getTime()))
    await Promise.all([beginDue(world), beginDue(world)])
  }
  const { rows } = await sql<{ frequency: Frequency; first: string; jobs: number }>`
    SELECT r.frequency, r.window_from::text AS first,
      (SELECT count(*)::int FROM pgboss.job WHERE name = 'reports.make' AND data ->> 'run_id' = r.id::text) AS jobs
    FROM report_runs r ORDER BY window_from`.execute(world.db)
  expect(rows.filter(({ jobs }) => jobs !== 1)).toEqual([])
  for (const frequency of FREQUENCIES) {
    const made = rows.filter((row) => row.frequency === frequency).map(({ first }) => first)
    expect(made).toEqual(expectedFirstDays(frequency))
  }
  expect(rows.map(({ first }) => first)).toContain('2028-02-29')
})
