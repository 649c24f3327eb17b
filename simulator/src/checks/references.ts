import type { Finding } from '../reading/element.ts'
import { isSelfBilled, issuerOf, receiverOf } from '../reading/facts.ts'
import type { StoredDocument } from '../world/records.ts'
import type { World } from '../world/world.ts'

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
    if (receiverOf(original).tin !== receiverOf(document).tin) {
      add('DR308', `The buyer is not the same as in the referenced document ${uuid}`)
    }
    if (original.number !== number) add('DR305', `The referenced document ${uuid} has another number`)
    if (isSelfBilled(original.type_code) !== isSelfBilled(document.type_code)) {
      add('DR306', 'A self-billed note refers to self-billed documents only, another note to others only')
    }
  }
  return findings
}
