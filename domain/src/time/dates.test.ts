import { describe, expect, test } from 'vitest'
import {
  addDays,
  firstOfMonth,
  formatDate,
  formatInstant,
  isCalendarDate,
  lastOfMonth,
  malaysianDate,
  malaysianTime,
  startOfDay,
} from './dates.ts'

describe('Malaysia keeps UTC+8', () => {
  test.each([
    ['2026-11-20T15:59:59.999Z', '2026-11-20', '23:59:59'],
    ['2026-11-20T16:00:00.000Z', '2026-11-21', '00:00:00'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01', '00:00:00'],
  ])('%s is %s, %s', (instant, date, time) => {
    expect(malaysianDate(new Date(instant))).toBe(date)
    expect(malaysianTime(new Date(instant))).toBe(time)
  })

  test('a day begins at 16:00 UTC of the day before', () => {
    expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-20T16:00:00.000Z')
    expect(malaysianDate(startOfDay('2026-11-21'))).toBe('2026-11-21')
  })
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '26-01-01',
  '2026-1-1',
  '',
  '2026-11-20T',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '2201-01-01',
  '9999-12-31',
])('%j is no date', (text) => {
  expect(isCalendarDate(text)).toBe(false)
})

test.each(['2028-02-29', '1900-01-01', '2200-12-31'])('%s is a date', (text) => {
  expect(isCalendarDate(text)).toBe(true)
})

test('days are added over months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('a month has a first and a last day', () => {
  expect(firstOfMonth('2026-11-20')).toBe('2026-11-01')
  expect(lastOfMonth('2026-11-20')).toBe('2026-11-30')
  expect(lastOfMonth('2028-02-01')).toBe('2028-02-29')
  expect(lastOfMonth('2026-12-05')).toBe('2026-12-31')
})

test('dates and instants read as people write them', () => {
  expect(formatDate('2026-11-05')).toBe('5 Nov 2026')
  expect(formatInstant(new Date('2026-11-20T16:05:00Z'))).toBe('21 Nov 2026, 00:05 MYT')
})
