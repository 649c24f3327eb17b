import { expect, test } from 'vitest'
import { fitted, middleOf } from './pictures.ts'

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

test.each([
  [
    { width: 4800, height: 1200 },
    { width: 480, height: 120 },
  ],
  [
    { width: 3, height: 9000 },
    { width: 1, height: 480 },
  ],
  [
    { width: 40, height: 30 },
    { width: 40, height: 30 },
  ],
])('a picture of %o fits at %o', (size, expected) => {
  expect(fitted(size, 480)).toEqual(expected)
})
