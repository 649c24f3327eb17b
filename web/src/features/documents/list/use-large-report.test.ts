import { expect, test } from 'vitest'
import { isLarge } from './use-large-report.tsx'

test.each([
  ['few', { count: 12 }, false],
  ['as many as are there in a moment', { count: 10_000 }, false],
  ['more', { count: 10_001 }, true],
  ['more than the list counts', { count: 10_000, uncounted: true }, true],
  ['those of a list that is not there yet, or failed', { count: undefined }, true],
  ['few by the filters before', { count: 12, fetching: true }, true],
])('of %s', (_, list, is_large) => {
  expect(isLarge({ uncounted: false, fetching: false, ...list })).toBe(is_large)
})
