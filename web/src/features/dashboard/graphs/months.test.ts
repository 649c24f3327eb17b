import { expect, test } from 'vitest'
import { monthPoints } from './months.ts'

const words = { short: (month: string) => month.slice(5), soFar: (name: string) => `${name} so far` }

test('the month that is not over lies on a line of its own, which begins where the other ends', () => {
  const months = [
    { month: '2026-09', count: 4 },
    { month: '2026-10', count: 9 },
    { month: '2026-11', count: 2 },
  ]
  expect(monthPoints(months, words)).toEqual([
    { name: '09', count: 4, so_far: null, total: 4 },
    { name: '10', count: 9, so_far: 9, total: 9 },
    { name: '11 so far', count: null, so_far: 2, total: 2 },
  ])
})

test('in January nothing else is there', () => {
  expect(monthPoints([{ month: '2026-01', count: 3 }], words)).toEqual([
    { name: '01 so far', count: null, so_far: 3, total: 3 },
  ])
  expect(monthPoints([], words)).toEqual([])
})
