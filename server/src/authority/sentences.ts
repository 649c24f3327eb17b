import type { Reason } from './answers.ts'

/** Cause and remedy for a code of the authority, in a person's words. `field`: the form's path, if one is meant. */
type Sentence = { text: string; field?: string }

/**
 * The catalogue begun with codes/src/error-codes.json. Keyed by code so that another language can follow; which
 * side is supplier and which is buyer differs from pair to pair in the authority's numbering.
 */
const SENTENCES: Record<string, Sentence> = {
  CF321: { text: 'The issue time lies in the future or more than 72 hours back. Send the document again.' },
  CF333: { text: 'The buyer’s name is missing or invalid.', field: 'customer.name' },
  CF334: { text: 'The supplier’s name is missing or invalid.', field: 'sender.name' },
  CF336: { text: 'The supplier’s country is missing.', field: 'sender.country' },
  CF337: { text: 'The buyer’s country is missing.', field: 'customer.country' },
  CF339: { text: 'The supplier’s city is missing.', field: 'sender.city' },
  CF340: { text: 'The buyer’s city is missing.', field: 'customer.city' },
  CF342: { text: 'The supplier’s state is missing.', field: 'sender.state' },
  CF343: { text: 'The buyer’s state is missing.', field: 'customer.state' },
  CF345: {
    text: 'The supplier’s address line 1 is missing, or a line has over 150 characters.',
    field: 'sender.address1',
  },
  CF346: {
    text: 'The buyer’s address line 1 is missing, or a line has over 150 characters.',
    field: 'customer.address1',
  },
  CF348: { text: 'The supplier’s phone number is missing.', field: 'sender.contact_number' },
  CF349: { text: 'The buyer’s phone number is missing.', field: 'customer.contact_number' },
  CF364: { text: 'A line has no classification.', field: 'items' },
  CF378: { text: 'The currency is missing.', field: 'invoice_currency' },
  CF407: { text: 'The tourism tax number has the wrong form.' },
  CF414: {
    text: 'The supplier’s phone number is invalid; it needs at least 8 digits.',
    field: 'sender.contact_number',
  },
  CF415: {
    text: 'The buyer’s phone number is invalid; it needs at least 8 digits.',
    field: 'customer.contact_number',
  },
  CV302: { text: 'A code is not in the authority’s list.' },
  CV316: { text: 'State codes 01 to 16 go with the country Malaysia only.', field: 'customer.state' },
  CV317: {
    text: 'State 17 is only for consolidated documents and foreign addresses.',
    field: 'customer.state',
  },
  ERR206: {
    text: 'The identity number does not belong to the TIN. Check both with the other party.',
    field: 'customer.identity_number',
  },
  ERR208: {
    text: 'The TIN EI00000000020 is for foreign buyers, not for suppliers.',
    field: 'customer.tin_no',
  },
  ERR236: {
    text: 'The general TIN EI00000000010 without a number is only for consolidated documents.',
    field: 'customer.identity_number',
  },
  ERR406: {
    text: 'The buyer’s TIN is not known to the authority. Check it with the buyer.',
    field: 'customer.tin_no',
  },
  DR303: {
    text: 'The original document is cancelled or invalid, so no note may refer to it.',
    field: 'original_inv_ref_number',
  },
  DC501: { text: 'A tax amount is not in the tax currency.' },
  DC502: { text: 'An amount is not in the document’s currency.' },
  DV302: {
    text: 'The authority holds another document with this number and issue time.',
    field: 'invoice_number',
  },
  DS304: {
    text: 'The signing certificate was not valid at the time of signing. Install a valid certificate.',
  },
  DS311: { text: 'The signing certificate belongs to another TIN. Install the certificate of this company.' },
  DS312: {
    text: 'The signing certificate belongs to another registration number. Install the certificate of this company.',
  },
  DS322: { text: 'The authority computed another digest of the document. Please report this to support.' },
  DS329: { text: 'The authority does not trust the issuer of the signing certificate.' },
  DS333: { text: 'The authority could not verify the signature. Please report this to support.' },
  OperationPeriodOver: {
    text: 'The 72 hours for cancelling are over. Correct the document with a credit, debit or refund note.',
  },
  IncorrectState: { text: 'The document is no longer in a state that can be cancelled.' },
  ActiveReferencingDocuments: { text: 'A note refers to this document. Cancel the note first.' },
  IncorrectSubmitter: { text: 'The credentials may not issue documents for this TIN.' },
  MaximumSizeExceeded: { text: 'The submission is too large.' },
}

/** What a person reads: cause and remedy where known, else the authority's own words with the correlation id. */
export const explain = (reasons: readonly Reason[], correlation_id: string): string => {
  if (reasons.length === 0) return `The authority gave no reason.${reference(correlation_id)}`
  const lines = reasons.map((reason) => {
    const known = sentenceFor(reason.code)
    const theirs = [reason.code, reason.message].filter(Boolean).join(': ')
    if (!known) return `The authority says: ${theirs || 'nothing'}.${reference(correlation_id)}`
    return `${known.text} (${reason.code})`
  })
  return [...new Set(lines)].join('\n')
}

/** The form fields that the reasons concern. */
export const fieldsOf = (reasons: readonly Reason[]): string[] => [
  ...new Set(reasons.flatMap((reason) => sentenceFor(reason.code)?.field ?? [])),
]

/** The code comes from outside: only our own entries count, not what every object inherits. */
const sentenceFor = (code: string): Sentence | undefined =>
  Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined

const reference = (correlation_id: string) => (correlation_id ? ` Reference: ${correlation_id}.` : '')
