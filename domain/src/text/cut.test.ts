import { expect, test } from 'vitest'
import { cutText, shortenText } from './cut.ts'

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['a😀b', 3, 'a😀'],
  ['😀😀', 3, '😀'],
  ['😀', 1, ''],
])('%j is cut to %i units, and to no half of a pair', (text, length_max, cut) => {
  expect(cutText(text, length_max)).toBe(cut)
  expect(shortenText(text, length_max)).toBe(cut === text ? text : `${cut}…`)
})
