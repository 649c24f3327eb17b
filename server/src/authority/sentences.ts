import { own } from '#codes/own.ts'
import type { Reason } from './answers.ts'
import { fieldAt, formField } from './form-fields.ts'
import { ENGLISH } from './sentences-en.ts'

/** The one field that a code means, where the authority's path does not say it. */
const FIELDS: Readonly<Record<string, string>> = {
  CF333: 'buyer.name',
  CF334: 'supplier.name',
  CF336: 'supplier.country',
  CF337: 'buyer.country',
  CF339: 'supplier.city',
  CF340: 'buyer.city',
  CF342: 'supplier.state',
  CF343: 'buyer.state',
  CF345: 'supplier.address1',
  CF346: 'buyer.address1',
  CF348: 'supplier.contact_number',
  CF349: 'buyer.contact_number',
  CF364: 'items',
  CF378: 'invoice_currency',
  CF414: 'supplier.contact_number',
  CF415: 'buyer.contact_number',
  CF701: 'supplier.business_description',
  CV316: 'customer.state',
  CV317: 'customer.state',
  ERR206: 'customer.identity_number',
  ERR208: 'supplier.tin_no',
  ERR236: 'customer.identity_number',
  ERR406: 'buyer.tin_no',
  'taxpayer:general': 'customer.tin_no',
  DR301: 'original_inv_ref_number',
  DR303: 'original_inv_ref_number',
  DR304: 'original_inv_ref_number',
  DR305: 'original_inv_number',
  DR306: 'original_inv_ref_number',
  DC511: 'currency_exchange_rate',
  DC512: 'invoice_currency',
  DV302: 'invoice_number',
}

/** Codes that say too little: the authority's own words follow our sentence. */
const VAGUE: ReadonlySet<string> = new Set([
  ...['BadStructure', 'ValidationError', 'BadRequest', 'BadArgument', 'structure:order', 'code:inactive'],
  ...['CF403', 'CF407', 'CF410', 'CV302', 'ERR205', 'DR3xx', 'DC511', 'DC512'],
])

/** What comes without a code of its own, or with one of two meanings, is known by its words. */
const BY_WORDS: readonly { code: RegExp; message: RegExp; key: string }[] = [
  { code: /^$/, message: /not active when document issued/i, key: 'code:inactive' },
  { code: /^$/, message: /cannot be general TIN/i, key: 'taxpayer:general' },
  { code: /^$/, message: /invalid child element|ArrayItemNotValid|TooFewItems/i, key: 'structure:order' },
  { code: /^DS302$/, message: /duplicate/i, key: 'DV302' },
  { code: /^DR3\d\d$/, message: /^/, key: 'DR3xx' },
]

/**
 * What a person reads, a line per reason: the form's field where one is meant, cause and remedy where known, else
 * the authority's own words with the correlation id. Without `selfbilling` no field is named.
 */
export const explain = (
  reasons: readonly Reason[],
  correlation_id: string,
  selfbilling?: boolean,
): string => {
  if (reasons.length === 0) return `The authority gave no reason.${reference(correlation_id)}`
  const lines = reasons.map((reason) => {
    const key = keyOf(reason)
    const field =
      selfbilling === undefined ? undefined : (fieldAt(reason.path, selfbilling) ?? fieldOf(key, selfbilling))
    return `${field ? `${field}: ` : ''}${sentence(reason, key, correlation_id)}`
  })
  return [...new Set(lines)].join('\n')
}

/** The form's field that a code means by itself, or undefined. */
const fieldOf = (code: string, selfbilling: boolean): string | undefined => {
  const field = own(FIELDS, code)
  return field && formField(field, selfbilling)
}

const sentence = ({ code, message }: Reason, key: string, correlation_id: string): string => {
  const known = own(ENGLISH, key)
  const words = message.trim().replace(/\.+$/, '')
  const theirs = `The authority says: ${[code, words].filter(Boolean).join(': ') || 'nothing'}.`
  if (known === undefined) return theirs + reference(correlation_id)
  if (VAGUE.has(key)) return `${known} ${theirs}`
  return `${known} (${code || key})`
}

const keyOf = ({ code, message }: Reason): string => {
  const told = BY_WORDS.find((one) => one.code.test(code) && one.message.test(message))
  if (!told) return code
  return told.key === 'DR3xx' && own(ENGLISH, code) !== undefined ? code : told.key
}

const reference = (correlation_id: string) => (correlation_id ? ` Reference: ${correlation_id}.` : '')
