import { expect, test } from 'vitest'
import { toneOfDue, toneOfWait } from './age-tones.ts'

test.each([
  ['2026-12-10', undefined],
  ['2026-12-09', undefined],
  ['2026-12-08', 'waiting'],
  ['2026-12-07', 'waiting'],
  ['2026-12-06', 'bad'],
])('what is due on %s is shown on 7 December as %s', (due, tone) => {
  expect(toneOfDue(due, '2026-12-07')).toBe(tone)
})

test('a wait is a long one from a day on', () => {
  const now_ms = Date.parse('2026-12-07T04:00:00.000Z')
  expect(toneOfWait('2026-12-06T04:00:00.001Z', now_ms)).toBeUndefined()
  expect(toneOfWait('2026-12-06T04:00:00.000Z', now_ms)).toBe('waiting')
})
