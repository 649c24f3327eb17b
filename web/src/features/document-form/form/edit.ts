import { emptyLine, ZERO_RATE_EXEMPTION_REASON } from '#domain/documents/document.ts'
import { isUntaxed } from '#domain/documents/totals.ts'
import {
  compare,
  isZero,
  multiply,
  percentOf,
  rateOf,
  round2,
  withoutPerCent,
} from '#domain/money/decimal.ts'
import { isPerCent } from './limits.ts'
import { isNumberOrEmpty, readNumber } from './numbers.ts'
import {
  type DocumentForm,
  type FormLine,
  type HeaderField,
  LINE_FIELDS,
  type LineField,
  PRECISION,
} from './state.ts'

/** Types one header field and what hangs on it: the exchange rate on the currency, the reason on the tax rate. */
export const editHeader = (form: DocumentForm, field: HeaderField, typed: string): DocumentForm => {
  const value = ofField(field, typed)
  const edited = { ...form, [field]: value }
  // Another currency has another rate; ringgit has none.
  if (field === 'invoice_currency' && value !== form.invoice_currency) edited.currency_exchange_rate = ''
  if (field === 'tax_rate' && isZero(readNumber(value)) && !isZero(readNumber(form.tax_rate))) {
    edited.tax_exemption_reason = ZERO_RATE_EXEMPTION_REASON
  }
  return edited
}

/** Of a rate the sign is said by its field. */
const ofField = (field: HeaderField | LineField, typed: string): string =>
  isPerCent(field) ? withoutPerCent(typed) : typed

/** The switch resets number and type, and both parties, since the lists behind the selects change places. */
export const switchSelfBilling = (form: DocumentForm, selfbilling: boolean): DocumentForm => ({
  ...form,
  selfbilling,
  invoice_type: '',
  invoice_number: '',
  customer: null,
})

/** Types one field of a line and recalculates the other side of its discount (specification 1 §5). */
export const editLine = (line: FormLine, field: LineField, typed: string): FormLine => {
  const value = ofField(field, typed)
  const edited: FormLine = { ...line, [field]: value }
  if (field === 'discount_rate') edited.discount_by = 'rate'
  if (field === 'discount_amount') edited.discount_by = 'amount'
  if (field === 'tax_type' && isUntaxed(value)) edited.tax_rate = '0.00'
  if (field === 'tax_type' && value !== line.tax_type) edited.tax_exemption_reason = ''
  return DISCOUNT_FIELDS.includes(field) ? withDiscount(edited) : edited
}

/** Fills in what a saved item says; the reason for no tax goes with the type that it was given for. */
export const fillLine = (line: FormLine, filled: Partial<FormLine>): FormLine => ({
  ...line,
  ...((filled.tax_type ?? line.tax_type) !== line.tax_type && { tax_exemption_reason: '' }),
  ...filled,
})

const DISCOUNT_FIELDS: readonly LineField[] = ['unit_price', 'quantity', 'discount_rate', 'discount_amount']

/** What a line comes to before its discount, as it is typed. */
export const subtotalOf = (line: FormLine) =>
  round2(multiply(readNumber(line.unit_price), readNumber(line.quantity)))

/**
 * A stored line knows its discount as a rate and as an amount, and not which of them was typed. Where either may have
 * been, a rate of two decimals is what an amount makes of it: people type 7 or 7.5 per cent, seldom 7.07.
 */
export const discountTyped = (line: FormLine): FormLine['discount_by'] => {
  const [rate, amount, subtotal] = [
    readNumber(line.discount_rate),
    readNumber(line.discount_amount),
    subtotalOf(line),
  ]
  if (isZero(rate)) return 'amount'
  // A rate alone counts (`calculateLine`).
  if (isZero(amount)) return 'rate'
  if (compare(percentOf(subtotal, rate), amount) !== 0) return 'amount'
  const follows = compare(rateOf(amount, subtotal), rate) === 0
  return follows && !round2(rate).endsWith('0') ? 'amount' : 'rate'
}

const withDiscount = (line: FormLine): FormLine => {
  const subtotal = subtotalOf(line)
  return line.discount_by === 'rate'
    ? { ...line, discount_amount: percentOf(subtotal, readNumber(line.discount_rate)) }
    : { ...line, discount_rate: rateOf(readNumber(line.discount_amount), subtotal) }
}

/** A line that says no more than a new one: leaving it behind costs nothing, and Enter need not add another. */
export const isBlank = (line: FormLine) =>
  LINE_FIELDS.every((field) => {
    const text = line[field].trim()
    if (text === '' || text === emptyLine[field]) return true
    return field in PRECISION && isNumberOrEmpty(text) && compare(readNumber(text), emptyLine[field]) === 0
  })

/** The form as it is sent: the line that waits for the next item is none yet. */
export const withoutBlankLines = (form: DocumentForm): DocumentForm => ({
  ...form,
  items: form.items.filter((line) => !isBlank(line)),
})
