import { isUntaxed } from '../documents/totals.ts'
import { compare, type Decimal, isNegative, isZero, multiply } from '../money/decimal.ts'
import { formatRate } from '../money/figures.ts'

const TAXED_AT_NOTHING =
  'A tax at 0% charges nothing. Enter its rate, or select Not Applicable (06) or Tax exemption (E).'
const TOURISM_TAX = '03'

/** What of a line or of a saved item says how it is taxed. */
type Rated = { tax_type: string; tax_rate: Decimal }

/** What is wrong with a rate of a type that carries none. */
export const rateWithoutTax = ({ tax_type, tax_rate }: Rated): string | undefined =>
  isUntaxed(tax_type) && !isZero(tax_rate) ? 'This tax type carries no rate.' : undefined

/** What is said of a taxed type at no rate. */
export const taxWithoutRate = ({ tax_type, tax_rate }: Rated): string | undefined =>
  !isUntaxed(tax_type) && isZero(tax_rate) ? TAXED_AT_NOTHING : undefined

/** What is said of a rate that may be meant as a part of 1. Tourism tax is so much for a night, whatever its price. */
export const rateAsFraction = ({ tax_type, tax_rate }: Rated): string | undefined => {
  const is_fraction = !isNegative(tax_rate) && !isZero(tax_rate) && compare(tax_rate, '1') < 0
  if (!is_fraction || isUntaxed(tax_type) || tax_type === TOURISM_TAX) return undefined
  return `The tax rate is ${formatRate(tax_rate)}. Is ${formatRate(multiply(tax_rate, '100'))} meant?`
}
