import type { Insertable } from 'kysely'
import type { TaxDocument } from '#domain/documents/document.ts'
import { submitBy } from '#domain/documents/submit-by.ts'
import { contentHash } from '../src/documents/hash.ts'
import type { DocumentTable, Lane } from '../src/documents/tables.ts'

type Place = {
  id?: string
  sender_entity_id: string
  store_code_id: string
  environment: DocumentTable['environment']
  lane: Lane
  now: Date
}

/** A row that stands as if the document had just been approved: for programs that begin with the sending. */
export const approvedRow = (content: TaxDocument, { now, ...place }: Place): Insertable<DocumentTable> => {
  const content_hash = contentHash(content)
  return {
    ...place,
    sender_store_code: content.sender_store_code,
    invoice_type: content.invoice_type,
    document_type: content.document_type,
    selfbilling: content.selfbilling,
    source: content.source,
    invoice_number: content.invoice_number,
    invoice_date: content.invoice_date,
    submit_by: submitBy(content),
    invoice_currency: content.invoice_currency,
    total_payable_amount: content.total_payable_amount,
    supplier_name: content.sender.name,
    buyer_name: content.customer.name,
    buyer_tin_no: content.customer.tin_no,
    buyer_id_no: content.customer.identity_number,
    buyer_email: content.customer.email,
    agent_number: content.agent_number,
    contract_number: content.contract_number,
    content: JSON.stringify(content),
    content_hash,
    status: 'Approved',
    approved_hash: content_hash,
    approved_at: now,
    created_by_name: '',
    created_at: now,
    modified_at: now,
  }
}
