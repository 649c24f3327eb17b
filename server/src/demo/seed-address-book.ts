import { createCustomer } from '../customers/create.ts'
import { createItem } from '../items/create.ts'
import type { Tx } from '../platform/db/database.ts'
import { createTemplate } from '../templates/create.ts'
import { CUSTOMERS, ITEMS } from './address-book.ts'
import { STORES } from './company.ts'
import { payloadOf } from './payload.ts'
import type { Company } from './seed-company.ts'
import { TEMPLATES } from './templates.ts'

const FIRST_CODE = 2_000_000_000_000_000

/** Creates the demo entities' customers, saved items and templates. */
export const seedAddressBook = async (tx: Tx, company: Company, now: Date): Promise<void> => {
  for (const [at, { key: _, entity, ...customer }] of CUSTOMERS.entries()) {
    const sender_entity_id = company.entities[entity]
    const rest = {
      entity_code: String(FIRST_CODE + at),
      contact_reference: '',
      bank_number: '',
      source_ui: true,
    }
    await createCustomer(tx, { ...customer, ...rest, sender_entity_id }, now)
  }
  for (const { entity, classification, item_description, tax_type, tax_rate } of ITEMS) {
    const item = { classification, item_description, tax_type, tax_rate }
    await createItem(tx, { ...item, sender_entity_id: company.entities[entity] }, now)
  }
  for (const { name, description, by, content } of TEMPLATES) {
    const sender_entity_id = company.entities[STORES[content.store].entity]
    const template = { sender_entity_id, created_by: company.users[by], name, description }
    await createTemplate(tx, { ...template, invoice: payloadOf(content) }, now)
  }
}
