import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speak } from '../../i18n.ts'
import { langOf, readable, readableLines, splitQuoted, withoutFields } from './readable.ts'

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

describe('in Malay', () => {
  beforeAll(() => speak('ms'))
  afterAll(() => speak('en'))

  test.each([
    [
      'customer.tin_no: Unknown. (ERR406) Bahasa Malaysia: Tidak.',
      'Unknown. (ERR406) Pihak berkuasa menyatakan: Tidak.',
    ],
    [
      'A value is missing, or has a form or length that the authority does not take. Correct it. ' +
        'The authority says: No. Bahasa Malaysia: Tiada nilai.',
      /^Ada nilai yang tiada.* Sila betulkannya\. Pihak berkuasa menyatakan: Tiada nilai\.$/,
    ],
    [
      'A code is no longer in use. Select another one. The authority says: No. Bahasa Malaysia: Tiada nilai.',
      /^Ada kod yang tidak digunakan lagi\. Sila pilih kod lain\. Pihak berkuasa menyatakan: Tiada nilai\.$/,
    ],
    ['The authority says: ZZ999: odd. Bahasa Malaysia: Ganjil.', 'Pihak berkuasa menyatakan: Ganjil.'],
    ['The authority says: ZZ999: odd.', 'The authority says: ZZ999: odd.'],
    ['items.0: The quantity must be above zero.', 'Baris 1: Kuantiti mesti melebihi sifar.'],
  ])('%j is in our Malay, and the authority’s where it gave some', (status_message, expected) => {
    const said = readable({ status: 'Invalid', status_message })
    expect(said).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
    expect(splitQuoted(said).quoted).not.toContain('The authority says')
  })

  test('what is left in English says that it is', () => {
    expect(langOf('The authority says: ZZ999: odd.')).toBe('en')
    expect(langOf('Pihak berkuasa menyatakan: Ganjil.')).toBeUndefined()
  })
})
