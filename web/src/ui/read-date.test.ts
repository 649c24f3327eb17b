import { expect, test } from 'vitest'
import { readDate } from './read-date.ts'

test.each([
  ['20 Nov 2026', '2026-11-20'],
  ['20 november 2026', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['20/11/2026', '2026-11-20'],
  ['5.1.26', '2026-01-05'],
  ['31/02/2026', null],
  ['11/20/2026', null],
  ['9 sept 2026', '2026-09-09'],
  ['22 Marble 2026', null],
  ['tomorrow', null],
  ['', null],
])('%s reads as %s', (text, date) => {
  expect(readDate(text)).toBe(date)
})
