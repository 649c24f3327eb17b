import type { SqlBool } from 'kysely'
import { isCrediting } from '#domain/documents/credit-limit.ts'
import { isSelfBilled, type Party, type TaxDocument } from '#domain/documents/document.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { isSameCustomer } from '#domain/documents/same-customer.ts'
import type { FieldMessage } from '#domain/problems.ts'
import { ENVIRONMENT_NAMES } from '../../entities/records/condition.ts'
import type { DocumentRow } from '../store/rows.ts'
import { NONE } from './notes-of.ts'

/** A document of ours that a note refers to. `seen`: whoever is told may see it. */
type Referred = Pick<DocumentRow, 'environment' | 'invoice_number' | 'invoice_type' | 'status'> & {
  content: { customer: Pick<Party, 'tin_no' | 'identity_number'> }
  seen: SqlBool
}

/**
 * What the authority would refuse a note for that refers to this document (reference "The UBL document", §9): it looks
 * at it in the background. `environment`: where the note goes; what was sent elsewhere is not known there.
 */
export const faultOfReference = (
  original: Referred,
  note: TaxDocument,
  environment: DocumentRow['environment'],
): FieldMessage | undefined => {
  const { seen, invoice_number, invoice_type, status } = original
  if (original.environment !== environment) {
    const [there, here] = [ENVIRONMENT_NAMES[original.environment], ENVIRONMENT_NAMES[environment]]
    return {
      field: 'original_inv_ref_number',
      message: seen
        ? `${invoice_number} was made for ${there}; a note of it cannot go to ${here}.`
        : `The document that this note corrects was made for ${there}; a note of it cannot go to ${here}.`,
    }
  }
  if (FALLEN.includes(status)) {
    return {
      field: 'original_inv_ref_number',
      message: seen
        ? `${invoice_number} is ${status}; LHDN takes notes of valid documents only.`
        : 'LHDN takes notes of valid documents only.',
    }
  }
  if (isSelfBilled(invoice_type) !== isSelfBilled(note.invoice_type)) {
    return {
      field: 'original_inv_ref_number',
      message: 'Self-billed notes correct self-billed documents only, other notes only others.',
    }
  }
  // What it takes back was charged by another document, which would be credited twice.
  if (isCrediting(invoice_type) && isCrediting(note.invoice_type)) {
    return {
      field: 'original_inv_ref_number',
      message: seen
        ? `${invoice_number} takes back itself what another document charges. Name that document.`
        : 'The document that this note corrects takes back itself what another one charges. Name that one.',
    }
  }
  if (invoice_number !== note.original_inv_number) {
    return {
      field: 'original_inv_number',
      message: seen ? `The UUID is that of ${invoice_number}.` : 'The UUID is that of another document.',
    }
  }
  const { customer } = original.content
  if (isSameCustomer(customer, note.customer)) return undefined
  const field = tellingField(customer, note.customer)
  return {
    field: `customer.${field}`,
    message: seen
      ? `${invoice_number} is of another customer (${customer[field]}).`
      : 'The document that this note corrects is of another customer.',
  }
}

/** By which two customers differ. */
export const tellingField = (one: Pick<Party, 'tin_no'>, other: Pick<Party, 'tin_no'>) =>
  one.tin_no === other.tin_no ? 'identity_number' : 'tin_no'

/**
 * A note says NA where its original is no e-invoice. Where it is one of ours, whose UUID is known, LHDN is told that:
 * else it takes the note for nobody's, and lets the original be cancelled beneath it. Only looked at when a note is
 * saved: what was saved before the UUID was known goes out with NA, unless its original is being cancelled by then
 * (`faultsOfNotes`).
 */
export const faultOfName = (
  { seen, invoice_number, authority_uuid, status }: Referred & Pick<DocumentRow, 'authority_uuid'>,
  note: TaxDocument,
): FieldMessage | undefined => {
  if (note.original_inv_ref_number !== NONE || !authority_uuid || !AT_LHDN.includes(status)) return undefined
  return {
    field: 'original_inv_ref_number',
    message: seen
      ? `${invoice_number} is an e-invoice. Please enter its LHDN UUID in place of NA: ${authority_uuid}.`
      : 'The original document is an e-invoice. Please enter its LHDN UUID in place of NA.',
  }
}

const AT_LHDN: readonly Status[] = ['Submitted', 'Validated']

/** Once a document is in one of these it never becomes valid any more. */
const FALLEN: readonly Status[] = ['Invalid', 'User Cancelled']
