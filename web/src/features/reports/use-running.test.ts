import { expect, it } from 'vitest'
import { MINUTE_MS } from '#domain/time/units.ts'
import { isMailLate, untilSent } from './use-running.ts'

const MADE = '2026-11-28T22:00:00.000Z'
const after = (minutes: number) => Date.parse(MADE) + minutes * MINUTE_MS

const counts = { rows: 3, rows_total: 3 }
const run = (state: 'done' | 'skipped') => ({ id: 'run-1', state, ...counts, fault: '', created_at: MADE })
const schedule = (given: Partial<Parameters<typeof isMailLate>[0]> = {}) => ({
  state: 'active' as const,
  last_sent: '2026-11-07T22:00:05.000Z',
  last_run: run('done'),
  ...given,
})

it('asks every five seconds for the mail of a report that was made, for ten minutes', () => {
  expect(untilSent([schedule()], after(9))).toBe(5_000)
  expect(untilSent([schedule({ last_sent: null })], after(9))).toBe(5_000)
  expect(untilSent([schedule({ last_sent: null })], after(10))).toBe(false)
  expect(untilSent([schedule({ last_sent: '2026-11-28T22:00:04.000Z' })], after(9))).toBe(false)
})

it('asks for none that no mail comes of: its owner is deactivated, or it was skipped', () => {
  expect(untilSent([schedule({ state: 'paused' })], after(1))).toBe(false)
  expect(untilSent([schedule({ last_run: run('skipped') })], after(1))).toBe(false)
})

it('calls a mail late after an hour, and no longer once it was sent', () => {
  expect([59, 60].map((minutes) => isMailLate(schedule(), after(minutes)))).toEqual([false, true])
  expect(isMailLate(schedule({ last_sent: '2026-11-28T23:30:00.000Z' }), after(120))).toBe(false)
  expect(isMailLate(schedule({ state: 'paused' }), after(120))).toBe(false)
})
