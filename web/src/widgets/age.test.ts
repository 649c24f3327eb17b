import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { countText } from '../ui/count-text.ts'
import { ageText } from './age.ts'

const SINCE = '2026-11-20T04:00:00.000Z'

test.each([
  [-1, 'less than an hour'],
  [0.9, 'less than an hour'],
  [1, '1 hour'],
  [47.9, '47 hours'],
  [48, '2 days'],
  [120, '5 days'],
])('what has stood for %d hours stands for %s', (hours, words) => {
  expect(ageText(SINCE, Date.parse(SINCE) + hours * HOUR_MS)).toBe(words)
})

test('a count that ended at its limit says that there are more', () => {
  expect(countText({ count: 37, more: false })).toBe('37')
  expect(countText({ count: 1000, more: true })).toBe('1,000+')
})
