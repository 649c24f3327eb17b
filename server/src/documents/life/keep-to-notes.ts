import { type Credit, TAKING_UP } from '#domain/documents/credit-limit.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { isSameCustomer } from '#domain/documents/same-customer.ts'
import { add, compare, subtract } from '#domain/money/decimal.ts'
import { formatMoney } from '#domain/money/format.ts'
import { type FieldMessage, invalidFindings } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DocumentRow, LockedDocument } from '../store/rows.ts'
import { chargesOf, creditOf, type Original } from './credit-limit.ts'
import { tellingField } from './referred.ts'

type Edit = { document: TaxDocument; environment: DocumentRow['environment'] }

/**
 * Throws invalid_fields where an edit leaves less of a document than its notes credit, or makes it a document of
 * another currency or customer than theirs: what went out before is not looked at again (decision 045). An edit that
 * takes nothing away is free, whatever was credited of the number before. Whoever saves a note holds the document as
 * its editor does, so one of the two sees the other. By its UUID it is nobody's original any more, and who edits it
 * sees the notes that say NA: they are of its department.
 */
export const keepToNotes = async (tx: Tx, current: LockedDocument, edit: Edit): Promise<void> => {
  const { environment, document } = edit
  const before: Original = { ...current, environment, authority_uuid: null, seen: true }
  const { invoice_currency } = document
  const after: Original = { ...before, invoice_currency, content: chargesOf(document) }
  const [was, is] = [await creditBy(tx, before), await creditBy(tx, after)]
  const fault = faultOfParties(before, after, was) ?? faultOfCharge(after, was, is)
  if (fault) throw invalidFindings([fault])
}

const creditBy = (tx: Tx, original: Original) =>
  creditOf(tx, original, { counted: TAKING_UP, left_out: [original.id] })

const faultOfParties = (
  before: Original,
  after: Original,
  { credited }: Credit,
): FieldMessage | undefined => {
  if (compare(credited, '0') === 0) return undefined
  const { invoice_number, invoice_currency } = before
  if (invoice_currency !== after.invoice_currency) {
    return {
      field: 'invoice_currency',
      message: `The notes of ${invoice_number} credit it in ${invoice_currency}.`,
    }
  }
  const { customer } = before.content
  if (isSameCustomer(customer, after.content.customer)) return undefined
  const field = tellingField(customer, after.content.customer)
  return {
    field: `customer.${field}`,
    message: `The notes of ${invoice_number} credit it to ${customer[field]}.`,
  }
}

const faultOfCharge = (
  { invoice_number, invoice_currency }: Original,
  was: Credit,
  is: Credit,
): FieldMessage | undefined => {
  const charges = chargesIn(is)
  const left = subtract(charges, is.credited)
  const before = subtract(chargesIn(was), was.credited)
  if (compare(left, '0') >= 0 || compare(left, before) >= 0) return undefined
  const [much, little] = [is.credited, charges].map((amount) => formatMoney(invoice_currency, amount))
  return {
    field: 'total_payable_amount',
    message: `The notes of ${invoice_number} credit ${much} together; it would charge ${little}.`,
  }
}

const chargesIn = ({ charged, debited }: Credit) => add(charged, debited)
