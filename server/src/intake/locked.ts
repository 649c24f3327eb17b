import type { DocumentWrite } from '#contract/intake.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { type FieldMessage, invalidFindings } from '#domain/problems.ts'

/** What a document keeps for ever, beside its customer (decisions.md §11). */
export const LOCKED = [
  'invoice_number',
  'invoice_date',
  'invoice_type',
  'document_type',
  'selfbilling',
  'sender_entity_code',
  'sender_store_code',
] as const

/**
 * An edit with what it must leave as it is: unsaid, that is taken from the document. The customer stays the same one,
 * known by its code; its particulars may change. Throws invalid_fields naming whatever is said otherwise.
 */
export const keepLocked = (edit: DocumentWrite, document: TaxDocument): DocumentWrite => {
  const findings: FieldMessage[] = LOCKED.flatMap((field) => differs(field, edit[field], document[field]))
  const { entity_code } = document.customer
  if (entity_code !== '') {
    findings.push(...differs('customer.entity_code', edit.customer.entity_code, entity_code))
  }
  if (findings.length > 0) throw invalidFindings(findings)
  const kept = Object.fromEntries(LOCKED.map((field) => [field, document[field]]))
  const customer = { ...edit.customer, entity_code: entity_code || edit.customer.entity_code }
  return { ...edit, ...kept, source: document.source, customer }
}

const differs = (field: string, said: string | boolean | null, was: string | boolean): FieldMessage[] =>
  said === null || said === '' || said === was
    ? []
    : [{ field, message: `An edit may not change this: ${was === '' ? 'it is empty' : `it is ${was}`}.` }]
