import type { DocumentWriteInput } from '#contract/intake.ts'
import {
  type DocumentEntry,
  emptyParty,
  isNote,
  type Line,
  type LineEntry,
  type Party,
  type TaxDocument,
  ZERO_RATE_EXEMPTION_REASON,
} from '#domain/documents/document.ts'
import { calculate, calculateLine } from '#domain/documents/totals.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { isZero } from '#domain/money/decimal.ts'
import { withoutBlankLines } from './edit.ts'
import { type Precision, plainNumber, readNumber } from './numbers.ts'
import { type DocumentForm, type FormLine, type FormParty, HOME_CURRENCY } from './state.ts'

/** What identifies the row that an edit replaces; absent for a new document. */
export type Editing = { uuid: string; revision: number }

/**
 * The form as the document it stands for, figures calculated: what totals, checks, preview and payload read.
 * Figures that are no numbers yet count as zero here; `findErrors` reports them.
 */
export const toDocument = (form: DocumentForm): TaxDocument => calculate(toEntry(form))

/** The payload of specification 2 §3. `invoice_time` is the browser's Malaysian clock, `HH:MM:SS`. */
export const toRequest = (
  form: DocumentForm,
  invoice_time: string,
  editing: Editing | null = null,
): DocumentWriteInput => {
  const { sender: _, ...document } = toDocument(withoutBlankLines(form))
  return {
    ...document,
    // Said of a new document too: without it a number alone would speak for an edit.
    uuid: null,
    ...editing,
    invoice_time,
    approval_status: 'Pending Approval',
  }
}

/** What a template keeps: all but the number. An exchange rate that is to be typed each time stays open. */
export const toTemplate = (form: DocumentForm, invoice_time: string): DocumentWriteInput => {
  const request = toRequest({ ...form, invoice_number: '' }, invoice_time)
  const open = form.invoice_currency !== HOME_CURRENCY && form.currency_exchange_rate.trim() === ''
  return open ? { ...request, currency_exchange_rate: '' } : request
}

/** One line with its figures, so that a row need not wait for the whole document. */
export const toCalculatedLine = (line: FormLine): Line => calculateLine(toLine(line))

const toEntry = (form: DocumentForm): DocumentEntry => {
  const { sender, customer, items, cancel_reason: _, ...header } = form
  const foreign = form.invoice_currency !== HOME_CURRENCY
  return {
    ...header,
    ...originalOf(form),
    document_type: form.selfbilling ? 'SB' : '',
    source: 'UI',
    invoice_time: '',
    payment_due_date: form.payment_due_date || null,
    billing_start: form.billing_start || null,
    billing_end: form.billing_end || null,
    currency_exchange_rate: foreign ? number(form.currency_exchange_rate, 'rate') : '1.00',
    prepayment_amount: number(form.prepayment_amount, 'money'),
    rounding_amount: number(form.rounding_amount, 'money'),
    tax_rate: number(form.tax_rate, 'fine'),
    tax_exemption_reason: isZero(readNumber(form.tax_rate)) ? form.tax_exemption_reason.trim() : '',
    sender_entity_code: sender?.entity_code ?? '',
    sender: toParty(sender),
    customer: normaliseIdentity(toParty(customer)).party,
    items: items.map(toLine),
  }
}

/** What was typed of an original stays in the form, unseen, when a note becomes an invoice; it is no part of that. */
const originalOf = ({ invoice_type, ...form }: DocumentForm) => {
  const is_of_none = invoice_type !== '' && !isNote(invoice_type)
  return {
    original_inv_number: is_of_none ? '' : form.original_inv_number.trim(),
    original_inv_ref_number: is_of_none ? '' : form.original_inv_ref_number.trim(),
  }
}

const number = (text: string, precision: Precision) => plainNumber(readNumber(text), precision)

/** A line whose rate is zero is "NOT APPLICABLE" unless it is exempt, which needs a reason in words. */
const toLine = ({ discount_by: _, ...line }: FormLine): LineEntry => {
  const tax_rate = number(line.tax_rate, 'fine')
  const zeroReason = isZero(tax_rate) ? ZERO_RATE_EXEMPTION_REASON : ''
  return {
    ...line,
    item_description: line.item_description.trim(),
    unit_price: number(line.unit_price, 'fine'),
    quantity: number(line.quantity, 'fine'),
    discount_rate: number(line.discount_rate, 'fine'),
    discount_amount: number(line.discount_amount, 'money'),
    charges_rate: number(line.charges_rate, 'fine'),
    tax_rate,
    tax_exemption_reason: line.tax_type === 'E' ? line.tax_exemption_reason.trim() : zeroReason,
  }
}

const toParty = (party: FormParty | null): Party => {
  if (!party) return emptyParty
  const { sender_entity_id: _, ...printed } = party
  return printed
}
