import type { Finding } from '../reading/element.ts'
import { isSelfBilled, issuerOf, type PartyFacts, receiverOf } from '../reading/facts.ts'
import type { StoredDocument } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { isGeneralTin } from './tins.ts'

/**
 * The originals that a note names: known, Valid (DR303), for the same buyer (DR308), under that number, and
 * self-billed if and only if the note is. Other codes could not be read from any source; DR301, DR305 and DR306
 * are the simulator's. `NA` stands for an original that was never an e-invoice.
 */
export const checkReferences = (world: World, document: StoredDocument): Finding[] => {
  const findings: Finding[] = []
  const add = (code: string, message: string): void => {
    findings.push({ code, message, path: 'Invoice.BillingReference.InvoiceDocumentReference.UUID' })
  }
  for (const { uuid, number } of document.references) {
    if (uuid === '' || uuid === 'NA') continue
    const original = world.documents.get(uuid)
    if (!original || issuerOf(original).tin !== issuerOf(document).tin) {
      add('DR301', `The referenced document ${uuid} does not exist`)
      continue
    }
    if (original.status !== 'Valid')
      add('DR303', `Status of referenced document ${uuid} is ${original.status}`)
    if (!isSameParty(receiverOf(original), receiverOf(document))) {
      add('DR308', `The buyer is not the same as in the referenced document ${uuid}`)
    }
    if (original.number !== number) add('DR305', `The referenced document ${uuid} has another number`)
    if (isSelfBilled(original.type_code) !== isSelfBilled(document.type_code)) {
      add('DR306', 'A self-billed note refers to self-billed documents only, another note to others only')
    }
  }
  return findings
}

/** Many people bear a general TIN; their numbers tell one from another, where both are stated. */
const isSameParty = (one: PartyFacts, other: PartyFacts): boolean => {
  if (one.tin !== other.tin) return false
  const are_told = [one, other].every(({ id_value }) => id_value !== '' && id_value !== 'NA')
  return !isGeneralTin(one.tin) || !are_told || one.id_value === other.id_value
}
