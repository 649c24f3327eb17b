import { expect, test } from 'vitest'
import { readable, readableLines, splitQuoted, withoutFields } from './readable.ts'

const refused = {
  status: 'Invalid' as const,
  status_message: [
    'customer.tin_no: The buyer’s TIN is not known to the authority. (ERR406)',
    'items.0.tax_type: Unknown: no such code.',
    'The authority says: ZZ999: odd.',
  ].join('\n'),
}

test('a refusal is read without the names of fields, a line’s with its number', () => {
  expect(readable(refused).split('\n')).toEqual([
    'The buyer’s TIN is not known to the authority. (ERR406)',
    'Line 1: Unknown: no such code.',
    'The authority says: ZZ999: odd.',
  ])
})

test('each line of a refusal says which field it is about', () => {
  const whole_line = { ...refused, status_message: 'items.1: Something about the line.' }
  expect(readableLines(refused).map(({ field }) => field)).toEqual([
    'customer.tin_no',
    'items.0.tax_type',
    undefined,
  ])
  expect(readableLines(whole_line)).toEqual([
    { field: 'items.1', words: 'Line 2: Something about the line.' },
  ])
  const told = { status: 'Approval Rejected' as const, status_message: 'price: too high\nsecond line' }
  expect(readableLines(told)).toEqual([{ field: undefined, words: 'price: too high\nsecond line' }])
})

test('what a person wrote is left as it was', () => {
  const status_message = 'price: too high'
  expect(readable({ status: 'Approval Rejected', status_message })).toBe(status_message)
})

test('what stands at the fields already is left out', () => {
  expect(withoutFields(refused, ['customer.tin_no', 'items.0.tax_type'])).toBe(
    'The authority says: ZZ999: odd.',
  )
  expect(withoutFields(refused, [])).toBe(refused.status_message)
})

test.each([
  ['Unknown. (ERR406)', 'Unknown. (ERR406)', ''],
  ['Unknown. (ERR406) Bahasa Malaysia: Tidak.', 'Unknown. (ERR406)', 'Bahasa Malaysia: Tidak.'],
  [
    'Both. The authority says: No. Bahasa Malaysia: T.',
    'Both.',
    'The authority says: No. Bahasa Malaysia: T.',
  ],
  ['The authority says: ZZ999: odd.', 'The authority says: ZZ999: odd.', ''],
])('%j is told apart from what it quotes', (words, said, quoted) => {
  expect(splitQuoted(words)).toEqual({ said, quoted })
})
