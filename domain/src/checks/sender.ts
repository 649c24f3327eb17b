import type { Party, TaxDocument } from '../documents/document.ts'
import { byField, type FieldErrors } from '../problems.ts'
import type { CalendarDate } from '../time/dates.ts'
import { daysOf, inForce } from './check.ts'
import { IDENTITY_CHECKS } from './identities.ts'
import { PARTY_CHECKS } from './parties.ts'

const OWN = 'sender.'

/**
 * What every document of a company would be refused for, by field: the checks of documents, asked about the company
 * alone. `today` is the Malaysian date.
 */
export const checkSender = (party: Party, today: CalendarDate): FieldErrors => {
  // The checks of parties read these four fields of a document and no other.
  const document = { invoice_type: '01', sender: party, customer: party, items: [] } as unknown as TaxDocument
  const findings = [...PARTY_CHECKS, ...IDENTITY_CHECKS]
    .filter((check) => !check.warns && inForce(check, today))
    .flatMap(({ find }) => find(document, daysOf({ today })))
    .filter(({ field }) => field.startsWith(OWN))
  return byField(findings.map(({ field, message }) => ({ field: field.slice(OWN.length), message })))
}
