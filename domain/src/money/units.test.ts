import { Big } from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare, multiply, parseDecimal, percentOf, rateOf, round2, subtract } from './decimal.ts'
import { readUnits } from './units.ts'

/** Digits of every length, with zeros at either end, and with a sign; no zero is negative. */
const digits = (length_max: number) =>
  fc.array(fc.constantFrom(...'000123456789'), { minLength: 1, maxLength: length_max })
const decimals = fc
  .tuple(fc.constantFrom('', '', '-'), digits(15), fc.option(digits(8), { nil: [] }))
  .map(([sign, whole, part]) => `${sign}${whole.join('')}${part.length > 0 ? '.' : ''}${part.join('')}`)

const text = (value: Big) => (value.eq(0) ? '0' : value.toFixed())
const HALF_UP = 1
const twoPlaces = (value: Big) =>
  value
    .round(2, HALF_UP)
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00')
// So many that dividing first changes no digit of the result.
const Long = Big()
Long.DP = 60

type Reckon = (a: string, b: string) => unknown
const SAME: readonly [name: string, ours: Reckon, theirs: Reckon][] = [
  ['a sum', (a, b) => add(a, b, a), (a, b) => text(new Big(a).plus(b).plus(a))],
  ['a difference', subtract, (a, b) => text(new Big(a).minus(b))],
  ['a product', multiply, (a, b) => text(new Big(a).times(b))],
  ['a comparison', compare, (a, b) => new Big(a).cmp(b)],
  ['a percentage', percentOf, (a, b) => twoPlaces(new Big(a).times(b).times('0.01'))],
  ['a rounded figure', (a) => round2(a), (a) => twoPlaces(new Big(a))],
  ['a figure that is read', (a) => parseDecimal(a), (a) => text(new Big(a))],
  ['a rate', rateOf, (a, b) => (new Big(b).eq(0) ? '0.00' : twoPlaces(new Long(a).div(b).times(100)))],
]

test.each(SAME)('%s is what another library makes of it', (_, ours, theirs) => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(`${a}, ${b}: ${ours(a, b)}`).toBe(`${a}, ${b}: ${theirs(a, b)}`)
    }),
    { numRuns: 2_000 },
  )
})

test.each(['', ' ', '1e5', '.5', '5.', '0x10', '1,000', '--1', 'NaN'])('“%s” is no figure', (written) => {
  expect(() => readUnits(written)).toThrow('is no plain decimal.')
})
