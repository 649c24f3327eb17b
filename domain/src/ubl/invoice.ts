import { buyerOf, type TaxDocument } from '../documents/document.ts'
import { invoiceLines } from './lines.ts'
import { customerParty, supplierParty } from './party.ts'
import { invoicePeriod, originalDocument } from './references.ts'
import { documentTax } from './tax.ts'
import { exchangeRate, monetaryTotal, prepayment } from './totals.ts'
import { type DocumentVersion, writtenVersion } from './versions.ts'
import { type Xml, xml } from './xml.ts'

/**
 * The document in three pieces of canonical XML. Joined they are the unsigned document, which is what is hashed
 * and signed; the signature extension goes after `opening`, its pointer after `header` (signature guideline §3.3).
 */
export type InvoiceParts = { opening: string; header: string; rest: string; empty?: string | undefined }

const OPENING =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' +
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">'

/**
 * UBL 2.1 for all eight types (MyInvois SDK document pages): `Invoice` is the root of notes too, elements follow
 * the schema's order. `issued_at` becomes the issue date and time in UTC, to the second.
 *
 * Due date, agent, contract number and remarks have no place in the authority's list of fields and stay with us.
 * TaxCurrencyCode is left out, so every amount is in the document's currency (DC502).
 */
export const buildInvoice = (
  document: TaxDocument,
  { version, issued_at }: { version: DocumentVersion; issued_at: Date },
): InvoiceParts => {
  const [first, second] = [header(document, version, issued_at), rest(document)]
  return { opening: OPENING, header: first.xml, rest: second.xml, empty: first.empty ?? second.empty }
}

/**
 * The unsigned document as one text. Throws where a node is empty: since 14 August 2026 the authority refuses those
 * (`DateExpected`, `TimeExpected`), and no other node says anything by being empty.
 */
export const unsignedText = (parts: InvoiceParts): string => {
  if (parts.empty !== undefined) throw new Error(`A value is missing (${parts.empty})`)
  return draftText(parts)
}

/** The same of a document that need not be complete, and is not sent. */
export const draftText = ({ opening, header, rest }: InvoiceParts): string => opening + header + rest

const header = (document: TaxDocument, version: DocumentVersion, issued_at: Date): Xml => {
  const issued = issued_at.toISOString()
  const written = writtenVersion(document, version)
  return xml`
    <cbc:ID>${document.invoice_number}</cbc:ID>
    <cbc:IssueDate>${issued.slice(0, 10)}</cbc:IssueDate>
    <cbc:IssueTime>${issued.slice(11, 19)}Z</cbc:IssueTime>
    <cbc:InvoiceTypeCode listVersionID="${written}">${document.invoice_type}</cbc:InvoiceTypeCode>
    <cbc:DocumentCurrencyCode>${document.invoice_currency}</cbc:DocumentCurrencyCode>
    ${invoicePeriod(document)}
    ${originalDocument(document)}`
}

const rest = (document: TaxDocument): Xml => xml`
  ${supplierParty(document)}
  ${customerParty(buyerOf(document))}
  ${prepayment(document)}
  ${exchangeRate(document)}
  ${documentTax(document)}
  ${monetaryTotal(document)}
  ${invoiceLines(document)}
</Invoice>`
