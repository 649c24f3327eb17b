import { expect, test } from 'vitest'
import { commaList } from '#contract/fields.ts'
import { codes } from './read-address.ts'

const stores = (count: number) =>
  Array.from({ length: count }, (_, at) => `KUL${String(at).padStart(2, '0')}`)

test('forty departments are forty departments', () => {
  expect(codes(stores(40).join(','))).toBe(stores(40).join(','))
})

test('of more than the server takes whole codes are left, and as many as it takes', () => {
  const left = codes(stores(99).join(','))
  expect(commaList.parse(left)).toEqual(stores(83))
  expect(commaList.safeParse(stores(84).join(',')).success).toBe(false)
})

test('nothing is left of blanks, commas, what no text has and what is no text', () => {
  for (const given of [undefined, 7, '', ' , ,', 'KUL\u0000', 'x'.repeat(501)])
    expect(codes(given)).toBeUndefined()
  expect(codes(' KUL01 , PEN01,')).toBe('KUL01,PEN01')
})
