import { expect, test } from 'vitest'
import { sinceText } from './since.ts'

test('an instant of today is told by its Malaysian time alone, an earlier one with its date', () => {
  const now = new Date('2026-11-20T17:00:00Z') // 01:00 on the 21st in Malaysia
  expect(sinceText(new Date('2026-11-20T16:05:00Z'), now)).toBe('00:05 MYT')
  expect(sinceText(new Date('2026-11-20T15:59:00Z'), now)).toBe('20 Nov 2026, 23:59 MYT')
})
