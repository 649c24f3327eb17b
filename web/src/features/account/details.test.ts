import { expect, test } from 'vitest'
import { listed } from './details.ts'

test.each([
  [['KUL01', 'PEN01'], 'KUL01, PEN01'],
  [['Aminah', ''], 'Aminah'],
  [[''], 'N/A'],
  [[], 'N/A'],
])('%j is listed as %s', (texts, shown) => {
  expect(listed(texts)).toBe(shown)
})
