import { describe, expect, test } from 'vitest'
import { decimal, statedDecimal } from './fields.ts'

describe('a figure that a program sends as a number', () => {
  const price = decimal('0', 8)
  test.each([
    [12.5, '12.5'],
    [1234567890123.45, '1234567890123.45'],
    [0.12345678, '0.12345678'],
    [1e21, 'Please enter a number.'],
    // JSON.parse has read 9007199254740.993 and 12345678901.12345678.
    [9007199254740.992, 'Please send this figure as a text: it has too many digits for a number.'],
    [12345678901.123457, 'Please send this figure as a text: it has too many digits for a number.'],
    ['9007199254740.993', '9007199254740.993'],
  ])('%s reads as %s', (given, read) => {
    for (const schema of [price, statedDecimal]) {
      const { data, error } = schema.safeParse(given)
      expect(data ?? error?.issues[0]?.message).toBe(read)
    }
  })
})
