import { isNote, type TaxDocument } from '../documents/document.ts'
import { filled, type Xml, xml } from './xml.ts'

/** The period that is billed and how often; any of the three may stand alone. */
export const invoicePeriod = (document: TaxDocument): Xml | null => {
  const [start, end, frequency] = [
    filled(document.billing_start),
    filled(document.billing_end),
    filled(document.frequency_of_billing),
  ]
  if (!start && !end && !frequency) return null
  return xml`
    <cac:InvoicePeriod>
      ${start && xml`<cbc:StartDate>${start}</cbc:StartDate>`}
      ${end && xml`<cbc:EndDate>${end}</cbc:EndDate>`}
      ${frequency && xml`<cbc:Description>${frequency}</cbc:Description>`}
    </cac:InvoicePeriod>`
}

/** The document that a note corrects: the seller's number and the authority's UUID (reference §9). */
export const originalDocument = (document: TaxDocument): Xml | null =>
  isNote(document.invoice_type)
    ? xml`
      <cac:BillingReference>
        <cac:InvoiceDocumentReference>
          <cbc:ID>${document.original_inv_number}</cbc:ID>
          <cbc:UUID>${document.original_inv_ref_number}</cbc:UUID>
        </cac:InvoiceDocumentReference>
      </cac:BillingReference>`
    : null
