import { DEFAULT_EXEMPTION_REASON, emptyLine, type Party } from '#domain/documents/document.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import type { Precision } from './numbers.ts'

/** A party chosen in the form: what its detail box shows and what is sent. `sender_entity_id` scopes searches. */
export type FormParty = Party & { sender_entity_id: string }

/** One line as typed: every field is text. `discount_by` remembers which side of the discount the clerk typed. */
export type FormLine = Record<keyof typeof emptyLine, string> & {
  id: string
  discount_by: 'rate' | 'amount'
}
export type LineField = keyof typeof emptyLine

/** The header as typed; dates are `YYYY-MM-DD` or empty. */
export type FormHeader = {
  invoice_type: string
  invoice_number: string
  invoice_date: CalendarDate
  payment_due_date: string
  invoice_currency: string
  currency_exchange_rate: string
  sender_store_code: string
  original_inv_number: string
  original_inv_ref_number: string
  document_remarks: string
  prepayment_amount: string
  rounding_amount: string
  tax_rate: string
  tax_exemption_reason: string
  billing_start: string
  billing_end: string
  frequency_of_billing: string
  agent_number: string
  contract_number: string
}
export type HeaderField = keyof FormHeader

/** The form mirrors the screen; `toRequest` makes the payload of it. */
export type DocumentForm = FormHeader & {
  selfbilling: boolean
  voluntary_disclosure: boolean
  sender: FormParty | null
  customer: FormParty | null
  items: FormLine[]
  /** Why the document is cancelled that this one replaces; empty where it replaces none. */
  cancel_reason: string
}

export const HOME_CURRENCY = 'MYR'

const emptyHeader: Omit<FormHeader, 'invoice_date'> = {
  invoice_type: '',
  invoice_number: '',
  payment_due_date: '',
  invoice_currency: HOME_CURRENCY,
  currency_exchange_rate: '',
  sender_store_code: '',
  original_inv_number: '',
  original_inv_ref_number: '',
  document_remarks: '',
  prepayment_amount: '0.00',
  rounding_amount: '0.00',
  tax_rate: '0.00',
  tax_exemption_reason: DEFAULT_EXEMPTION_REASON,
  billing_start: '',
  billing_end: '',
  frequency_of_billing: '',
  agent_number: '',
  contract_number: '',
}

/** The defaults of specification 1 §9, and one empty line to start with. */
export const emptyForm = (today: CalendarDate, now_ms: number): DocumentForm => ({
  ...emptyHeader,
  invoice_date: today,
  selfbilling: false,
  voluntary_disclosure: false,
  sender: null,
  customer: null,
  items: [newLine(now_ms, 0)],
  cancel_reason: '',
})

export const HEADER_FIELDS: readonly HeaderField[] = [...keysOf(emptyHeader), 'invoice_date']
export const LINE_FIELDS: readonly LineField[] = keysOf(emptyLine)

/** The fields that hold a figure, and how finely; every other field is text. */
export const PRECISION: Partial<Record<HeaderField | LineField, Precision>> = {
  currency_exchange_rate: 'rate',
  prepayment_amount: 'money',
  rounding_amount: 'money',
  tax_rate: 'fine',
  unit_price: 'fine',
  quantity: 'fine',
  discount_rate: 'fine',
  discount_amount: 'money',
  charges_rate: 'fine',
}

/** A new line; its id is the current time plus its position (specification 2 §3). */
export const newLine = (now_ms: number, position: number, filled: Partial<FormLine> = {}): FormLine => ({
  ...emptyLine,
  discount_by: 'amount',
  ...filled,
  id: `${now_ms}${position}`,
})

function keysOf<T extends object>(record: T) {
  // Object.keys types its answer as string[]; the records above are literals with exactly these keys.
  return Object.keys(record) as (keyof T)[]
}
