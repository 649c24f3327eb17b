import type { TaxDocument } from '../documents/document.ts'
import { isUntaxed } from '../documents/totals.ts'
import { compare, isNegative, isZero } from '../money/decimal.ts'
import { formatRate } from '../money/figures.ts'
import { type Check, fine, found, must } from './check.ts'

const PAYABLE_MAX = '9999999999999.99'

/** What made the payable amount negative: the prepayment where it is above the total, else the rounding. */
const blame = ({ prepayment_amount, total_including_tax }: TaxDocument) =>
  compare(prepayment_amount, total_including_tax) > 0
    ? found('prepayment_amount', 'The prepayment may not exceed the total.')
    : found('rounding_amount', 'Rounding may not make the total negative.')

/** The sums: reference "The UBL document", §3.2, 12. */
export const AMOUNT_CHECKS: Check[] = [
  {
    code: 'DOC-SUM-01',
    rule: 'Rounding stays below one unit of the currency.',
    find: (d) =>
      must(
        compare(d.rounding_amount, '1') < 0 && compare(d.rounding_amount, '-1') > 0,
        'rounding_amount',
        'Rounding must lie between -0.99 and 0.99.',
      ),
  },
  {
    code: 'DOC-SUM-02',
    rule: 'A prepayment is not negative.',
    find: (d) =>
      must(!isNegative(d.prepayment_amount), 'prepayment_amount', 'The prepayment may not be negative.'),
  },
  {
    code: 'DOC-SUM-03',
    rule: 'The payable amount is neither negative nor absurdly large.',
    find: (d) => [
      ...(isNegative(d.total_payable_amount) ? blame(d) : fine),
      // A prepayment makes the one smaller than the other.
      ...must(
        compare(d.total_payable_amount, PAYABLE_MAX) <= 0 && compare(d.total_including_tax, PAYABLE_MAX) <= 0,
        'total_payable_amount',
        'The total is larger than the authority can take.',
      ),
    ],
  },
  {
    code: 'DOC-SUM-04',
    rule: 'Where the document states a tax rate, some line bears tax: tax is charged by the lines.',
    // Specification 2 §3 has a rate in the header, which no sum reads and the authority is not sent.
    warns: true,
    find: ({ tax_rate, items }) => {
      if (isZero(tax_rate) || items.length === 0) return fine
      const is_taxed = items.some((line) => !isUntaxed(line.tax_type) && !isZero(line.tax_rate))
      return must(
        is_taxed,
        'tax_rate',
        `A tax rate of ${formatRate(tax_rate)} is stated, but no line bears tax. ` +
          'Tax is charged by the lines: enter it there.',
      )
    },
  },
]
