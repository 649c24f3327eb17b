import type { Environment } from '@marcbachmann/cel-js'
import { Big } from 'big.js'
import { isDecimal } from '../money/decimal.ts'
import { isCalendarDate } from '../time/dates.ts'
import { DAY_MS } from '../time/units.ts'

/** Why a formula has no answer for a document: it divides by zero, or reads a text as a number. */
export class NoAnswer extends Error {}

/** Made once: a macro may meet them at every line, and to make an error takes longer than to work out what has one. */
const TOO_LARGE = new NoAnswer('a number grows beyond all amounts')
const BY_ZERO = new NoAnswer('it divides by zero')
const NO_NUMBER = new NoAnswer('a text is no number')
const NO_DATE = new NoAnswer('a date is missing')

/** Digits that are kept after the point: all of a product of price and quantity. */
const PLACES_MAX = 16
/** A quotient has fewer, since each takes time. */
const QUOTIENT_PLACES = 12
/** No amount comes near it; sums and products beyond are refused rather than worked on. */
const DIGITS_MAX = 40

/** A constructor of our own, whose settings are nobody else's. */
const Decimal = Big()
Decimal.DP = QUOTIENT_PLACES

/** Numbers of every kind, as decimals: literals of a formula are exact as they are written. */
const big = (value: unknown): Big => (value instanceof Decimal ? value : new Decimal(String(value)))

const bounded = (value: Big): Big => {
  if (value.e > DIGITS_MAX) throw TOO_LARGE
  return value.round(PLACES_MAX, 1)
}

const divide = (a: Big, b: Big): Big => {
  if (b.eq(0)) throw BY_ZERO
  return a.div(b)
}

const ARITHMETIC: readonly [string, (a: Big, b: Big) => Big][] = [
  ['+', (a, b) => a.plus(b)],
  ['-', (a, b) => a.minus(b)],
  ['*', (a, b) => a.times(b)],
  ['/', divide],
]
const COMPARISONS: readonly [string, (a: Big, b: Big) => boolean][] = [
  ['<', (a, b) => a.lt(b)],
  ['<=', (a, b) => a.lte(b)],
  ['>', (a, b) => a.gt(b)],
  ['>=', (a, b) => a.gte(b)],
]
const PAIRS = [
  ['Decimal', 'Decimal'],
  ['Decimal', 'int'],
  ['int', 'Decimal'],
  ['Decimal', 'double'],
  ['double', 'Decimal'],
] as const

/** Teaches formulas decimals: a type `Decimal` that is never a float, and functions over it and over dates. */
export const registerNumbers = (environment: Environment): void => {
  environment.registerType('Decimal', { ctor: Decimal, fields: {} })
  for (const [left, right] of PAIRS) {
    for (const [operator, work] of ARITHMETIC)
      environment.registerOperator(`${left} ${operator} ${right}: Decimal`, (a: unknown, b: unknown) =>
        bounded(work(big(a), big(b))),
      )
    for (const [operator, holds] of COMPARISONS)
      environment.registerOperator(`${left} ${operator} ${right}: bool`, (a: unknown, b: unknown) =>
        holds(big(a), big(b)),
      )
    // Equality holds both ways round, so the library takes it once for two types.
    if (left === 'Decimal')
      environment.registerOperator(`${left} == ${right}: bool`, (a: unknown, b: unknown) => big(a).eq(big(b)))
  }
  environment.registerOperator('-Decimal: Decimal', (a: Big) => a.times(-1))
  environment.registerFunction('decimal(string): Decimal', (text: string) => toBig(text))
  environment.registerFunction('round(Decimal, int): Decimal', (value: Big, places: bigint) =>
    value.round(Math.min(Math.max(Number(places), 0), PLACES_MAX), 1),
  )
  environment.registerFunction('sum(list<Decimal>): Decimal', (list: readonly Big[]) =>
    list.reduce((total, one) => bounded(total.plus(one)), new Decimal(0)),
  )
  environment.registerFunction('days(string, string): int', daysBetween)
}

/** An amount of a document. */
export const toBig = (text: string): Big => {
  if (!isDecimal(text)) throw NO_NUMBER
  return new Decimal(text)
}

const daysBetween = (from: string, to: string): bigint => {
  if (!isCalendarDate(from) || !isCalendarDate(to)) throw NO_DATE
  return BigInt(Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS))
}
