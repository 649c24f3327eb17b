import {
  add,
  compare,
  type Decimal,
  isZero,
  multiply,
  percentOf,
  rateOf,
  round2,
  subtract,
} from '../money/decimal.ts'
import { cutText } from '../text/cut.ts'
import type { DocumentEntry, Line, LineEntry, TaxDocument, Totals } from './document.ts'

/**
 * The one calculation of a document, run by the form and by the server alike. Per line: 2 places half-up, tax
 * per line, then sums (decisions.md §8; "mathematical mappings" of the MyInvois SDK).
 */
export const calculate = (entry: DocumentEntry): TaxDocument => {
  const items = entry.items.map(calculateLine)
  return { ...entry, items, ...sumUp(items, entry.rounding_amount, entry.prepayment_amount) }
}

/** Tax types whose lines carry no tax: not applicable (06) and exempt (E; never added to the total). */
export const isUntaxed = (tax_type: string) => tax_type === '06' || tax_type === 'E'

/**
 * A line's figures. The discount amount rules; a rate alone (amount 0) is turned into the amount. Fees
 * (`charges_rate`, per cent of the subtotal) are added before tax.
 */
export const calculateLine = (line: LineEntry): Line => {
  const subtotal = round2(multiply(line.unit_price, line.quantity))
  const byRate = isZero(line.discount_amount) && !isZero(line.discount_rate)
  const discount_amount = byRate ? percentOf(subtotal, line.discount_rate) : round2(line.discount_amount)
  const charges_amount = percentOf(subtotal, line.charges_rate)
  const total_excluding_tax = round2(add(subtract(subtotal, discount_amount), charges_amount))
  const tax_amount = isUntaxed(line.tax_type) ? '0.00' : percentOf(total_excluding_tax, line.tax_rate)
  // By their names, as they are hashed: a hundred thousand lines need not be put in order then.
  return {
    charges_amount,
    charges_rate: line.charges_rate,
    classification: line.classification,
    country_origin: line.country_origin,
    discount_amount,
    discount_rate: line.discount_rate,
    id: line.id,
    item_description: line.item_description,
    product_tariff: line.product_tariff,
    quantity: line.quantity,
    subtotal,
    tax_amount,
    tax_exemption_reason: line.tax_exemption_reason,
    tax_rate: line.tax_rate,
    tax_type: line.tax_type,
    total_excluding_tax,
    unit_of_measurement: line.unit_of_measurement,
    unit_price: line.unit_price,
  }
}

/**
 * Whether a line's discount is of its rate, as far as either may have been rounded: within a sen, or a hundredth of a
 * per cent. A stated amount rules, whatever rate stands beside it.
 */
export const isRateOfDiscount = (line: Pick<Line, 'subtotal' | 'discount_rate' | 'discount_amount'>) => {
  const { subtotal, discount_rate: rate, discount_amount: amount } = line
  return isAbout(percentOf(subtotal, rate), amount) || isAbout(rateOf(amount, subtotal), rate)
}

const isAbout = (one: Decimal, other: Decimal) => {
  const apart = subtract(one, other)
  return compare(apart, '0.01') <= 0 && compare(apart, '-0.01') >= 0
}

const sumUp = (items: Line[], rounding: Decimal, prepayment: Decimal): Totals => {
  const sum = (pick: (line: Line) => Decimal) => round2(add(...items.map(pick)))
  const total_net_amount = sum((line) => line.total_excluding_tax)
  const total_tax_amount = sum((line) => line.tax_amount)
  const total_including_tax = round2(add(total_net_amount, total_tax_amount))
  return {
    total_net_amount,
    total_excluding_tax: total_net_amount,
    total_discount_value: sum((line) => line.discount_amount),
    total_tax_amount,
    total_including_tax,
    total_payable_amount: round2(subtract(add(total_including_tax, rounding), prepayment)),
  }
}

/** What a line says of its tax. */
export type TaxedLine = Pick<Line, 'tax_type' | 'tax_rate' | 'total_excluding_tax' | 'tax_amount'>

export type TaxSum = {
  tax_type: string
  taxable_amount: Decimal
  tax_amount: Decimal
  tax_exemption_reason: string
}

/** One row per tax type in order of first appearance: what the document's tax table and UBL header show. */
export const sumByTaxType = (items: readonly Line[]): TaxSum[] =>
  [...Map.groupBy(items, (line) => line.tax_type)].map(([tax_type, lines]) => ({
    tax_type,
    ...taxOf(lines),
    tax_exemption_reason: reasonsOf(lines),
  }))

/** The same sums, each of its rates apart; `tax_rate` is empty where the type has none. */
export const sumByTaxRate = (items: readonly TaxedLine[]) =>
  [...Map.groupBy(items, (line) => `${line.tax_type} ${ratedAt(line)}`).values()].map((lines) => {
    const [{ tax_type, tax_rate }] = lines as [TaxedLine, ...TaxedLine[]] // no group is empty
    return { tax_type, tax_rate: ratedAt({ tax_type, tax_rate }), ...taxOf(lines) }
  })

/** "8" for "8.00" too. */
const ratedAt = ({ tax_type, tax_rate }: Pick<TaxedLine, 'tax_type' | 'tax_rate'>) =>
  isUntaxed(tax_type) ? '' : add(tax_rate)

const taxOf = (lines: readonly TaxedLine[]) => ({
  taxable_amount: round2(add(...lines.map((line) => line.total_excluding_tax))),
  tax_amount: round2(add(...lines.map((line) => line.tax_amount))),
})

/** What the authority takes of a reason, in characters (reference §3.2). */
const REASON_LENGTH_MAX = 300
const OTHERS = ' and others'

/** Every reason once: a sum is claimed under none that covers a part of it. Those that do not fit are told of. */
const reasonsOf = (lines: readonly Line[]): string => {
  const stated = lines.map((line) => line.tax_exemption_reason.trim()).filter((reason) => reason !== '')
  const [first = '', ...others] = new Set(stated)
  const all = [first, ...others].join(', ')
  if (others.length === 0 || all.length <= REASON_LENGTH_MAX) return all
  const room = REASON_LENGTH_MAX - OTHERS.length
  let kept = cutText(first, room)
  for (const reason of others) {
    if (`${kept}, ${reason}`.length > room) break
    kept = `${kept}, ${reason}`
  }
  return `${kept}${OTHERS}`
}
