import { DEFAULT_EXEMPTION_REASON, ZERO_RATE_EXEMPTION_REASON } from '#domain/documents/document.ts'
import { isZero } from '#domain/money/decimal.ts'
import { type FormErrors, isAt } from './errors.ts'
import { isNumberOrEmpty, readNumber } from './numbers.ts'
import { type DocumentForm, type HeaderField, PRECISION } from './state.ts'

/** The header fields that most documents leave as they are. */
export const RARE_FIELDS = [
  'billing_start',
  'billing_end',
  'frequency_of_billing',
  'agent_number',
  'contract_number',
  'tax_rate',
  'tax_exemption_reason',
  'prepayment_amount',
  'rounding_amount',
  'document_remarks',
] as const satisfies readonly HeaderField[]

export const hasRareError = (errors: FormErrors) =>
  Object.keys(errors).some(isAt(...RARE_FIELDS, 'voluntary_disclosure'))

/** Whether one of the rare fields says what a new document does not. */
export const hasRareValue = (form: DocumentForm) =>
  form.voluntary_disclosure || RARE_FIELDS.some((field) => isSaid(field, form[field]))

const isSaid = (field: HeaderField, text: string) =>
  field in PRECISION
    ? !isNumberOrEmpty(text) || !isZero(readNumber(text))
    : !SAID_BY_ITSELF.includes(text.trim())

/** What the portal writes of an untaxed document is no word of the clerk's. */
const SAID_BY_ITSELF = ['', DEFAULT_EXEMPTION_REASON, ZERO_RATE_EXEMPTION_REASON]
