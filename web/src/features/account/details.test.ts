import { expect, test } from 'vitest'
import { headingOf, listed } from './details.ts'

test.each([
  [['KUL01', 'PEN01'], 'KUL01, PEN01'],
  [['Aminah', ''], 'Aminah'],
  [[''], 'N/A'],
  [[], 'N/A'],
])('%j is listed as %s', (texts, shown) => {
  expect(listed(texts)).toBe(shown)
})

test.each([
  ['on_hold', 'On hold'],
  ['invalid', 'Invalid'],
  ['', ''],
])('the error type %j has the heading %j', (key, heading) => {
  expect(headingOf(key)).toBe(heading)
})
