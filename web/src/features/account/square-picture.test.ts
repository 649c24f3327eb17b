import { expect, test } from 'vitest'
import { middleOf } from './square-picture.ts'

test.each([
  [
    { width: 400, height: 300 },
    { x: 50, y: 0, side: 300 },
  ],
  [
    { width: 300, height: 401 },
    { x: 0, y: 50.5, side: 300 },
  ],
  [
    { width: 1, height: 1 },
    { x: 0, y: 0, side: 1 },
  ],
])('of %j the middle is %j', (size, middle) => {
  expect(middleOf(size)).toEqual(middle)
})
