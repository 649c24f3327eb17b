import { expect, test } from 'vitest'
import { CURRENCIES, UNITS } from '#codes/lists.ts'
import { CURRENCY_OPTIONS, typeOptions, UNIT_OPTIONS } from './options.ts'

test('everyday codes come first and none is lost or doubled', () => {
  expect(UNIT_OPTIONS[0]?.value).toBe('EA')
  expect(CURRENCY_OPTIONS.slice(0, 3).map(({ value }) => value)).toEqual(['MYR', 'USD', 'SGD'])
  expect(new Set(UNIT_OPTIONS.map(({ value }) => value)).size).toBe(UNITS.rows.length)
  expect(CURRENCY_OPTIONS).toHaveLength(CURRENCIES.rows.length)
})

test('self billing has types of its own', () => {
  expect(typeOptions(false).map(({ value }) => value)).toEqual(['01', '02', '03', '04'])
  expect(typeOptions(true).map(({ value }) => value)).toEqual(['11', '12', '13', '14'])
})
