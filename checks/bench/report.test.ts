import { expect, test } from 'vitest'
import { isFailed, printRows } from './report.ts'

const row = { name: 'sign', figure: '10 documents/s', ratio: 0.45, goal: 0.6, floor: 0.3 }

test('a whole run fails below the goal, a short one only below the floor', () => {
  expect(isFailed(row, false)).toBe(true)
  expect(isFailed(row, true)).toBe(false)
  expect(isFailed({ ...row, ratio: 0.29 }, true)).toBe(true)
  expect(isFailed({ ...row, ratio: 0.6 }, false)).toBe(false)
})

test('a row without a goal fails below its floor only', () => {
  const { goal: _, ...informing } = row
  expect(isFailed(informing, false)).toBe(false)
  expect(isFailed({ ...informing, ratio: 0.29 }, false)).toBe(true)
  expect(printRows([informing])).toContain('0.45   -     ok')
})

test('the table names figure, ratio, goal and verdict of each row', () => {
  expect(printRows([row, { ...row, name: 'build', ratio: 0.7 }]).split('\n')).toEqual([
    'row    figure          ratio  goal',
    'sign   10 documents/s  0.45   0.60  below',
    'build  10 documents/s  0.70   0.60  ok',
  ])
})
