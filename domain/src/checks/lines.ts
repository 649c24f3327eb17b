import { CLASSIFICATIONS, COUNTRIES, TAX_TYPES, UNITS } from '#codes/lists.ts'
import { isConsolidatedDocument, type Line, type TaxDocument } from '../documents/document.ts'
import { isStated } from '../documents/stated.ts'
import { isRateOfDiscount } from '../documents/totals.ts'
import { add, compare, convert, type Decimal, isDecimal, isNegative, isZero } from '../money/decimal.ts'
import { formatRate } from '../money/figures.ts'
import { formatAmount } from '../money/format.ts'
import { isBlank } from '../text/characters.ts'
import type { CalendarDate } from '../time/dates.ts'
import { type Check, fine, found, must, within } from './check.ts'
import { RELAXED } from './consolidation.ts'
import { rateAsFraction, rateWithoutTax, taxWithoutRate } from './tax-rate.ts'

/** What the authority takes of one document (MyInvois API, Submit Documents §7). */
export const DOCUMENT_BYTES_MAX = 300_000
/** The smallest line that ubl/lines.ts builds: figures of one digit, a description of one letter, no tax rate. */
export const LINE_BYTES_MIN = 922
/** More lines never fit, whatever is in them: 325. */
export const LINES_MAX = Math.floor(DOCUMENT_BYTES_MAX / LINE_BYTES_MIN)
export const TOO_MANY_LINES = `A document may have at most ${LINES_MAX} lines; no more fit the authority’s 300 KB.`

const SUBTOTAL_MAX = '9999999999999.99'
/** MYR, of one sale; exactly so much may be consolidated. */
const CONSOLIDATED_SALE_MAX = '10000.00'
const LARGE_SALE =
  'A single sale above RM 10,000 needs a document of its own since 1 January 2026. ' +
  `Several receipts in one line may be more. ${RELAXED}`
const WITHOUT_REASON = 'LHDN is told no reason. Name the exemption order and its item.'
const WITHOUT_RECEIPTS =
  'LHDN wants the number of every receipt in the description, for example: Receipts 1001 to 1005. ' +
  'Whoever is in a relaxation period may write what they like.'
const FIGURES = ['unit_price', 'quantity', 'tax_rate', 'discount_rate', 'charges_rate'] as const

const each =
  (
    find: (
      line: Line,
      at: (field: keyof Line) => string,
      issue_date: CalendarDate,
    ) => { field: string; message: string }[],
  ): Check['find'] =>
  (d, { issue_date }) => {
    const findings: ReturnType<Check['find']> = []
    let i = -1
    // One for all lines: large files have millions.
    const at = (field: keyof Line) => `items.${i}.${field}`
    for (const line of d.items) {
      i += 1
      const own = find(line, at, issue_date)
      if (own.length > 0) findings.push(...own)
    }
    return findings
  }

const told = (field: string, message: string | undefined) =>
  message === undefined ? fine : found(field, message)

/** Where there is no rate to go by, which another check finds, as it stands. */
const inRinggit = (
  { invoice_currency, currency_exchange_rate: rate }: TaxDocument,
  amount: Decimal,
): Decimal => (invoice_currency === 'MYR' || !isDecimal(rate) ? amount : convert(amount, rate))

/** The lines: reference "The UBL document", §3.3, 12. */
export const LINE_CHECKS: Check[] = [
  {
    code: 'DOC-LINE-01',
    rule: `A document has at least one line and at most ${LINES_MAX}.`,
    find: (d) => {
      if (d.items.length === 0) return found('items', 'Please add at least one item before submitting.')
      return must(d.items.length <= LINES_MAX, 'items', TOO_MANY_LINES)
    },
  },
  {
    code: 'DOC-LINE-02',
    rule: 'Every line has a classification of the list.',
    find: each((l, at, issue_date) =>
      must(
        CLASSIFICATIONS.has(l.classification, issue_date),
        at('classification'),
        'Please select the classification.',
      ),
    ),
  },
  {
    code: 'DOC-LINE-03',
    rule: 'Every line has a description of at most 300 characters.',
    find: each((l, at) => [
      ...must(!isBlank(l.item_description), at('item_description'), 'Please describe the item.'),
      ...within(l.item_description, 300, at('item_description'), 'The description'),
    ]),
  },
  {
    code: 'DOC-LINE-04',
    rule: 'Quantities are above zero, prices not negative.',
    find: each((l, at) => [
      ...must(compare(l.quantity, '0') > 0, at('quantity'), 'The quantity must be above zero.'),
      ...must(!isNegative(l.unit_price), at('unit_price'), 'The unit price may not be negative.'),
    ]),
  },
  {
    code: 'DOC-LINE-05',
    rule: 'The unit of measurement is in the published list.',
    find: each((l, at, issue_date) =>
      must(
        UNITS.has(l.unit_of_measurement, issue_date),
        at('unit_of_measurement'),
        'Please select the unit.',
      ),
    ),
  },
  {
    code: 'DOC-LINE-06',
    rule: 'The tax type is in the list and the rate lies between 0 and 100.',
    find: each((l, at, issue_date) => [
      ...must(TAX_TYPES.has(l.tax_type, issue_date), at('tax_type'), 'Please select the tax type.'),
      ...must(
        !isNegative(l.tax_rate) && compare(l.tax_rate, '100') <= 0,
        at('tax_rate'),
        'The tax rate lies between 0 and 100.',
      ),
    ]),
  },
  {
    code: 'DOC-LINE-07',
    rule: 'Lines that are not taxed (06, E) carry no tax rate.',
    find: each((l, at) => told(at('tax_rate'), rateWithoutTax(l))),
  },
  {
    code: 'DOC-LINE-08',
    rule: 'An exempt line (E) gives the reason, at most 300 characters of letters, digits and . - , ( ).',
    find: each((l, at) => {
      if (l.tax_type !== 'E')
        return within(l.tax_exemption_reason, 300, at('tax_exemption_reason'), 'The reason')
      const good = /^[\p{L}\p{M}\p{N} .,()-]{1,300}$/u.test(l.tax_exemption_reason.trim())
      return must(
        good,
        at('tax_exemption_reason'),
        'Please state why the line is exempt (letters, digits and . - , ( ) only).',
      )
    }),
  },
  {
    code: 'DOC-LINE-09',
    rule: 'A discount is not negative and not above the line’s subtotal; fees lie between 0 and 100 per cent.',
    find: each((l, at) => [
      ...must(
        isZero(l.discount_amount) ||
          (!isNegative(l.discount_amount) && compare(l.discount_amount, l.subtotal) <= 0),
        at('discount_amount'),
        'The discount may not exceed the line.',
      ),
      ...must(
        !isNegative(l.discount_rate) && compare(l.discount_rate, '100') <= 0,
        at('discount_rate'),
        'The discount rate lies between 0 and 100.',
      ),
      ...must(
        !isNegative(l.charges_rate) && compare(l.charges_rate, '100') <= 0,
        at('charges_rate'),
        'The fee lies between 0 and 100 per cent.',
      ),
    ]),
  },
  {
    code: 'DOC-LINE-10',
    rule: 'A tariff code has at most 12 digits and dots; the country of origin is in the list.',
    find: each((l, at, issue_date) => [
      ...must(
        l.product_tariff === '' || /^[A-Za-z0-9.]{1,12}$/.test(l.product_tariff),
        at('product_tariff'),
        'A tariff code has at most 12 characters: digits and dots.',
      ),
      ...must(
        l.country_origin === '' || COUNTRIES.has(l.country_origin, issue_date),
        at('country_origin'),
        'Please select the country of origin.',
      ),
    ]),
  },
  {
    code: 'DOC-LINE-11',
    rule: 'Prices, quantities and rates have at most 15 digits before the point and 8 after it.',
    find: each((l, at) =>
      FIGURES.flatMap((figure) =>
        must(isDecimal(l[figure]), at(figure), 'At most 15 digits and 8 decimal places are allowed.'),
      ),
    ),
  },
  {
    code: 'DOC-LINE-12',
    rule: 'Price times quantity is not absurdly large, also where a discount takes it off again.',
    find: each((l, at) =>
      must(
        compare(l.subtotal, SUBTOTAL_MAX) <= 0,
        at('unit_price'),
        'The line is larger than the authority can take.',
      ),
    ),
  },
  {
    code: 'DOC-LINE-13',
    rule: 'No single sale above RM 10,000 is consolidated (LHDN e-Invoice Specific Guideline, table 3.6).',
    since: '2026-01-01',
    warns: true,
    // A line may sum an unbroken chain of receipts, each of which is smaller. A note to it sells nothing.
    find: (d, context) =>
      isConsolidatedDocument(d)
        ? each(({ total_excluding_tax, tax_amount }, at) => {
            const sale = inRinggit(d, add(total_excluding_tax, tax_amount))
            return must(compare(sale, CONSOLIDATED_SALE_MAX) <= 0, at('unit_price'), LARGE_SALE)
          })(d, context)
        : fine,
  },
  {
    code: 'DOC-LINE-14',
    rule: 'A line of a taxed type (01 to 05) has a tax rate above zero.',
    // The authority takes it, and so does an intake call without a rate: a tax is named, and none is charged.
    warns: true,
    find: each((l, at) => told(at('tax_rate'), taxWithoutRate(l))),
  },
  {
    code: 'DOC-LINE-15',
    rule: 'A discount that is stated as an amount and as a rate is the same by both.',
    warns: true,
    find: each((l, at) => {
      if (isZero(l.discount_rate) || isRateOfDiscount(l)) return fine
      const [amount, rate] = [formatAmount(l.discount_amount), formatRate(l.discount_rate)]
      return found(
        at('discount_rate'),
        `The discount of ${amount} is not ${rate} of the line. The amount is taken off, and LHDN is not told the rate.`,
      )
    }),
  },
  {
    // LHDN e-Invoice Specific Guideline v4.8, appendix 2, row 7; whoever is in a relaxation period (§16.2) need not.
    code: 'DOC-LINE-16',
    rule: 'Each line of a consolidated document names its receipts by their numbers.',
    warns: true,
    find: (d, context) =>
      isConsolidatedDocument(d)
        ? each((l, at) =>
            must(
              isBlank(l.item_description) || /\p{N}/u.test(l.item_description),
              at('item_description'),
              WITHOUT_RECEIPTS,
            ),
          )(d, context)
        : fine,
  },
  {
    code: 'DOC-LINE-17',
    rule: 'A rate of sales or service tax (01, 02, 04, 05) is no fraction of one per cent.',
    // Programs that hold 8% as 0.08. Tourism tax is so much for a night, which may be any part of its price.
    warns: true,
    find: each((l, at) => told(at('tax_rate'), rateAsFraction(l))),
  },
  {
    // Programs give NOT APPLICABLE with every rate of 0, and an exempt line has none. What is blank is refused.
    code: 'DOC-LINE-18',
    rule: 'The reason of an exempt line (E) says something.',
    warns: true,
    find: each(({ tax_type, tax_exemption_reason: reason }, at) =>
      must(
        tax_type !== 'E' || isBlank(reason) || (isStated(reason) && /\p{L}/u.test(reason)),
        at('tax_exemption_reason'),
        WITHOUT_REASON,
      ),
    ),
  },
]
