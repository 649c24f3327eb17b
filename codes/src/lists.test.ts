import { expect, test } from 'vitest'
import { COUNTRIES, CURRENCIES, STATES, UNITS } from './lists.ts'

test('a retired code holds until its day, cannot be chosen, and keeps its name', () => {
  expect(STATES.has('00', '2025-06-12')).toBe(true)
  expect(STATES.has('00', '2025-06-13')).toBe(false)
  expect(STATES.has('00')).toBe(false)
  expect(STATES.rows.map(({ code }) => code)).not.toContain('00')
  expect(STATES.describe('00')).toBe('All States')
})

test.each([
  [UNITS, 'HAR', '2026-04-09', '2026-04-10'],
  [UNITS, 'GT', '2024-12-27', '2024-12-28'],
  [COUNTRIES, 'CRM', '2025-07-07', '2025-07-08'],
  [COUNTRIES, 'SCT', '2025-07-07', '2025-07-08'],
  [CURRENCIES, 'CNH', '2025-05-15', '2025-05-16'],
])('a new code holds since its day: %#', (list, code, day_before, since) => {
  expect(list.has(code, day_before)).toBe(false)
  expect(list.has(code, since)).toBe(true)
  expect(list.has(code)).toBe(true)
  expect(list.rows.map((row) => row.code)).toContain(code)
})

test('a code without days holds always, one that is not listed never', () => {
  expect(STATES.has('14', '2020-01-01')).toBe(true)
  expect(STATES.has('99', '2026-11-21')).toBe(false)
  expect(STATES.has('constructor', '2026-11-21')).toBe(false)
  expect(STATES.describe('99')).toBeUndefined()
})
