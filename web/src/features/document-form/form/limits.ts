import { add, compare, type Decimal, subtract } from '#domain/money/decimal.ts'
import { isNumberOrEmpty, plainNumber, readNumber } from './numbers.ts'
import { type HeaderField, type LineField, PRECISION } from './state.ts'

/** What a figure may be (specification 1 §9): `step` is one press of an arrow, `above` is not reached itself. */
export type Limits = { step: Decimal; min?: Decimal; above?: Decimal; max?: Decimal; places: number }

const MONEY: Limits = { step: '0.01', min: '0', places: 2 }
const PER_CENT: Limits = { step: '1', min: '0', max: '100', places: 4 }

export const LIMITS: Partial<Record<HeaderField | LineField, Limits>> = {
  currency_exchange_rate: { step: '0.0001', above: '0', places: 8 },
  prepayment_amount: MONEY,
  rounding_amount: { step: '0.01', min: '-0.99', max: '0.99', places: 2 },
  tax_rate: { ...PER_CENT, places: 8 },
  unit_price: { ...MONEY, places: 8 },
  quantity: { step: '1', above: '0', places: 8 },
  discount_rate: PER_CENT,
  discount_amount: MONEY,
  charges_rate: PER_CENT,
}

/** Whether a figure is one of a hundred, as its field says: the sign may be typed along. */
export const isPerCent = (field: HeaderField | LineField): boolean => LIMITS[field]?.max === PER_CENT.max

/** What is wrong with a figure by itself; idle zeros are no decimal places. */
export const numberFault = (text: string, limits: Limits): 'unreadable' | 'beyond' | undefined => {
  if (text.trim() === '') return undefined
  if (!isNumberOrEmpty(text)) return 'unreadable'
  const value = readNumber(text)
  const { min, above, max, places } = limits
  const fine = (value.split('.')[1] ?? '').replace(/0+$/, '').length <= places
  const low =
    (min !== undefined && compare(value, min) < 0) || (above !== undefined && compare(value, above) <= 0)
  return fine && !low && (max === undefined || compare(value, max) <= 0) ? undefined : 'beyond'
}

/** The figure one step up or down, held within its limits. */
export const stepped = (field: HeaderField | LineField, text: string, by: 'up' | 'down'): string => {
  const limits = LIMITS[field]
  if (!limits || !isNumberOrEmpty(text)) return text
  const { step, min, above, max } = limits
  const next = by === 'up' ? add(readNumber(text), step) : subtract(readNumber(text), step)
  const held = max !== undefined && compare(next, max) > 0 ? max : next
  const raised = min !== undefined && compare(held, min) < 0 ? min : held
  if (above !== undefined && compare(raised, above) <= 0) return text
  return plainNumber(raised, PRECISION[field] ?? 'money')
}
