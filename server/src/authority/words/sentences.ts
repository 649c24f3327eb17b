import { own } from '#codes/own.ts'
import type { Reason } from './answers.ts'
import { formField, placeAt } from './form-fields.ts'
import { ENGLISH } from './sentences-en.ts'

/**
 * The field that a code means, where the authority's path does not say it: of the supplier, of the buyer, of the party
 * that path or words name (`party.`, else the customer), or of the line that the path names (`line.`, else all lines).
 */
const FIELDS: Readonly<Record<string, string>> = {
  CF324: 'party.identity_number',
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
  CF358: 'buyer.tin_no',
  CF364: 'line.classification',
  CF378: 'invoice_currency',
  CF414: 'supplier.contact_number',
  CF415: 'buyer.contact_number',
  CF701: 'supplier.business_description',
  CV316: 'party.state',
  CV317: 'party.state',
  ERR205: 'party.identity_number',
  ERR206: 'party.identity_number',
  ERR208: 'supplier.tin_no',
  ERR236: 'party.identity_number',
  ERR237: 'buyer.tin_no',
  ERR245: 'buyer.tin_no',
  ERR406: 'buyer.tin_no',
  'taxpayer:general': 'buyer.tin_no',
  DR301: 'original_inv_ref_number',
  DR303: 'original_inv_ref_number',
  DR304: 'original_inv_ref_number',
  DR305: 'original_inv_number',
  DR306: 'original_inv_ref_number',
  DR308: 'original_inv_ref_number',
  DC511: 'currency_exchange_rate',
  DC512: 'invoice_currency',
  DV302: 'invoice_number',
}

/** Codes that say too little: the authority's own words follow our sentence. */
const VAGUE: ReadonlySet<string> = new Set([
  ...['BadStructure', 'ValidationError', 'BadRequest', 'BadArgument', 'AccessDenied', 'code:inactive'],
  ...['structure:order', 'structure:extra', 'structure:value', 'structure:date', 'structure:time'],
  ...['CF403', 'CF407', 'CF410', 'CV302', 'ERR205', 'ERR245', 'DR303', 'DR3xx', 'DC511', 'DC512'],
])

/** Kinds of findings that the authority's schema check makes, as far as they mean the same to a person. */
const SCHEMA = {
  order:
    /^(?:ArrayItemNotValid|(?:Array|Object|Null)Expected|TooFewItems|TooManyItems|Not(?:Any|All|One)Of)$/,
  extra: /^(?:NoAdditionalPropertiesAllowed|AdditionalPropertiesNotValid)$/,
  value: /^(?:PropertyRequired|PatternMismatch|String\w+|Number\w+|Integer\w+|Boolean\w+|NotInEnumeration)$/,
}

/** What comes without a code of its own, or with one of two meanings, is known by its words. */
const BY_WORDS: readonly { code: RegExp; message: RegExp; key: string }[] = [
  { code: /^$/, message: /not active when document issued/i, key: 'code:inactive' },
  { code: /^$/, message: /cannot be general TIN/i, key: 'taxpayer:general' },
  { code: SCHEMA.order, message: /^/, key: 'structure:order' },
  { code: SCHEMA.extra, message: /^/, key: 'structure:extra' },
  { code: SCHEMA.value, message: /^/, key: 'structure:value' },
  { code: /^Date(?:Time)?Expected$/, message: /^/, key: 'structure:date' },
  { code: /^TimeExpected$/, message: /^/, key: 'structure:time' },
  { code: /^$/, message: /invalid child element|could not be converted to/i, key: 'structure:order' },
  { code: /^$/, message: /ArrayItemNotValid|TooFewItems/, key: 'structure:order' },
  { code: /^\D*$/, message: /JSON is not valid/i, key: 'submission:json' },
  { code: /^\D*$/, message: /^Invalid structure(?:d submission\b|\.?$)/i, key: 'submission:structure' },
  { code: /^\D*$/, message: /authenticated TIN and documents? TIN/i, key: 'submission:tin' },
  { code: /^(?:|Invalid)$/, message: /obtain valid MyInvois token/i, key: 'invalid_client' },
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
    const field = selfbilling === undefined ? undefined : fieldOf(reason, key, selfbilling)
    return `${field ? `${field}: ` : ''}${sentence(reason, key, correlation_id)}${inMalay(reason)}`
  })
  return [...new Set(lines)].join('\n')
}

/** The form's field that a reason means: what its path says, what its code means there, or at least its line. */
const fieldOf = ({ path, message }: Reason, key: string, selfbilling: boolean): string | undefined => {
  const place = placeAt(path)
  const meant = own(FIELDS, key)
  if (place.line !== undefined) {
    const field = place.field ?? /^line\.(.+)$/.exec(meant ?? '')?.[1]
    return field ? `items.${place.line}.${field}` : `items.${place.line}`
  }
  if (place.field) return place.side ? formField(`${place.side}.${place.field}`, selfbilling) : place.field
  if (meant) {
    const party = place.side ?? /-\s?(supplier|buyer)\b/i.exec(message)?.[1]?.toLowerCase() ?? 'customer'
    return formField(meant.replace(/^party\./, `${party}.`).replace(/^line\..+$/, 'items'), selfbilling)
  }
  // A party's identification without a scheme: the TIN comes first.
  return place.side && path.includes('PartyIdentification')
    ? formField(`${place.side}.tin_no`, selfbilling)
    : undefined
}

const sentence = ({ code, message }: Reason, key: string, correlation_id: string): string => {
  const known = own(ENGLISH, key)
  const told = message.startsWith(`${code}: `) ? message : [code, message.trim()].filter(Boolean).join(': ')
  const theirs = `The authority says: ${stopped(told || 'nothing')}`
  if (known === undefined) return theirs + reference(correlation_id)
  if (VAGUE.has(key)) return `${known} ${theirs}`
  return `${known} (${code || key})`
}

/** The authority's own words in Malay, for whoever reads them rather. */
const inMalay = ({ message_ms }: Reason) => (message_ms ? ` Bahasa Malaysia: ${stopped(message_ms)}` : '')

/** With one full stop at the end; none behind a link, which would lead elsewhere with it. */
const stopped = (words: string) => (/https?:\S+$/.test(words) ? words : `${words.replace(/\.+$/, '')}.`)

const keyOf = ({ code, message }: Reason): string => {
  const told = BY_WORDS.find((one) => one.code.test(code) && one.message.test(message))
  if (!told) return code
  return told.key === 'DR3xx' && own(ENGLISH, code) !== undefined ? code : told.key
}

const reference = (correlation_id: string) => (correlation_id ? ` Reference: ${correlation_id}.` : '')
