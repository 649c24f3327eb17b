import { own } from '#codes/own.ts'
import { checkDocument } from '#domain/checks/all.ts'
import { byField } from '#domain/problems.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import { told } from '../../../i18n.ts'
import { isNumberOrEmpty } from './numbers.ts'
import { toDocument } from './request.ts'
import { type DocumentForm, HEADER_FIELDS, type HeaderField, LINE_FIELDS, type LineField } from './state.ts'

/**
 * Messages by field. A line's fields are keyed by the line's id (`items.{id}.quantity`), since positions move
 * while a clerk adds and deletes.
 */
export type FormErrors = Readonly<Record<string, string>>

/** The sentences that only the form says; the others come from the domain's checks. */
export type ErrorTexts = {
  selectOne: string
  selectSender: string
  /** What is wrong with a figure by itself. */
  complaint: (field: HeaderField | LineField, text: string) => string | undefined
}

type Complaints = Pick<ErrorTexts, 'complaint'>

/** Everything that keeps the form from being sent, in the order of the form. */
export const findErrors = (form: DocumentForm, today: CalendarDate, texts: ErrorTexts): FormErrors => {
  const errors = fromPositions(byField(checkDocument(toDocument(form), { today })), form)
  return orderOfForm(form, {
    ...withoutMissingChoices(form, errors, texts),
    ...numberErrors(form, errors, texts),
  })
}

/** The figures that nobody can read: whatever keeps the form as a document would make zeros of them. */
export const unreadableFigures = (form: DocumentForm, { complaint }: Complaints): FormErrors => {
  const unread = fieldsOf(form).filter(({ text }) => !isNumberOrEmpty(text))
  const errors = unread.flatMap(({ key, field, text }) => {
    const words = complaint(field, text)
    return words ? [[key, words]] : []
  })
  return orderOfForm(form, Object.fromEntries(errors))
}

/** Messages keyed by position (`items.0.quantity`), as checks and server give them, keyed by line id. */
export const fromPositions = (
  fields: Readonly<Record<string, readonly string[]>>,
  form: Pick<DocumentForm, 'items'>,
): FormErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => {
      const [root, position, ...rest] = field.split('.')
      const line = root === 'items' && position ? form.items[Number(position)] : undefined
      return [line ? ['items', line.id, ...rest].join('.') : field, messages.map(told).join(' ')]
    }),
  )

/** Whether an error belongs to one of these fields or lies beneath it (`customer.tin_no` beneath `customer`). */
export const isAt =
  (...fields: string[]) =>
  (key: string) =>
    fields.some((field) => key === field || key.startsWith(`${field}.`))

/** The errors that are left once some are answered; the same object when none was. */
export const withoutErrors = (errors: FormErrors, answered: (key: string) => boolean): FormErrors => {
  const kept = Object.entries(errors).filter(([key]) => !answered(key))
  return kept.length === Object.keys(errors).length ? errors : Object.fromEntries(kept)
}

/** A choice not made is one message, not one for each field that follows from it. */
const withoutMissingChoices = (form: DocumentForm, errors: FormErrors, texts: ErrorTexts): FormErrors => {
  const followers = [
    ...(form.sender ? [] : ['sender']),
    ...(form.customer ? [] : ['customer']),
    ...(form.invoice_currency ? [] : ['currency_exchange_rate']),
    // The server numbers what comes without a number.
    ...(form.invoice_number ? [] : ['invoice_number']),
    ...(form.invoice_type ? [] : ['selfbilling', 'original_inv_number', 'original_inv_ref_number']),
  ]
  return {
    ...withoutErrors(errors, isAt(...followers)),
    ...(!form.sender && { sender: texts.selectSender }),
    ...(!form.customer && { customer: texts.selectOne }),
  }
}

/** Figures that are wrong by themselves. Of one that can be read the checks may know more, and then they speak. */
const numberErrors = (form: DocumentForm, errors: FormErrors, { complaint }: Complaints): FormErrors => {
  const told = fieldsOf(form).flatMap(({ key, field, text }) => {
    const words = complaint(field, text)
    if (!words) return []
    return [[key, (isNumberOrEmpty(text) && own(errors, key)) || words] as const]
  })
  return Object.fromEntries(told)
}

/** What stands in every field, under the key of its error. */
const fieldsOf = (form: DocumentForm): { key: string; field: HeaderField | LineField; text: string }[] => [
  ...HEADER_FIELDS.map((field) => ({ key: field, field, text: form[field] })),
  ...form.items.flatMap((line) =>
    LINE_FIELDS.map((field) => ({ key: `items.${line.id}.${field}`, field, text: line[field] })),
  ),
]

const HEADER_ORDER = [
  'selfbilling',
  'invoice_type',
  'sender_store_code',
  'sender',
  'customer',
  'invoice_number',
  'invoice_date',
  'invoice_currency',
  'currency_exchange_rate',
  'payment_due_date',
  'original_inv_ref_number',
  'original_inv_number',
  'billing_start',
  'billing_end',
  'frequency_of_billing',
  'agent_number',
  'contract_number',
  'voluntary_disclosure',
  'tax_rate',
  'tax_exemption_reason',
  'prepayment_amount',
  'rounding_amount',
  'document_remarks',
]

/** The order in which a reader meets the fields, so that the summary reads like the page. */
const orderOfForm = (form: DocumentForm, errors: FormErrors): FormErrors => {
  const roots = form.selfbilling ? swapParties(HEADER_ORDER) : HEADER_ORDER
  const rank = (key: string) => {
    const [root = '', id] = key.split('.')
    if (root !== 'items') return roots.includes(root) ? roots.indexOf(root) : roots.length
    return roots.length + 1 + form.items.findIndex((line) => line.id === id)
  }
  const entries = Object.entries(errors)
  const ranked = entries.map((entry, at) => ({ entry, rank: rank(entry[0]), at }))
  return Object.fromEntries(ranked.sort((a, b) => a.rank - b.rank || a.at - b.at).map(({ entry }) => entry))
}

const swapParties = (order: readonly string[]) =>
  order.map((key) => (key === 'sender' ? 'customer' : key === 'customer' ? 'sender' : key))
