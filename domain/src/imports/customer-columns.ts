import { type Column, columnHeaded } from './columns.ts'
import { CUSTOMER_FIELDS, CUSTOMER_HEADINGS, type CustomerField } from './customer-headings.ts'
import type { Records } from './records.ts'

const OTHERS: Partial<Record<CustomerField, Column['kind']>> = {
  contact_reference: 'identifier',
  bank_number: 'identifier',
}

const columnOf = (field: CustomerField): Column =>
  columnHeaded(`customer.${field}`) ?? { part: 'customer', field, kind: OTHERS[field] ?? 'text' }

/** A file of customers. */
export const CUSTOMER_RECORDS: Records<CustomerField> = {
  fields: new Map(
    CUSTOMER_FIELDS.map((field) => [field, { heading: CUSTOMER_HEADINGS[field], column: columnOf(field) }]),
  ),
  needed: ['name', 'identity_number'],
  ignored: ['entity_code'],
}
