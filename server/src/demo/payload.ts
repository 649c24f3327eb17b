import type { CalendarDate } from '#domain/time/dates.ts'
import { customerOf, itemOf } from './address-book.ts'
import { ENTITIES, STORES, type StoreName } from './company.ts'

/** A line by the key of a saved item: how many, and what departs from the item. */
export type DemoLine = {
  item: string
  quantity: string
  discount_rate?: string
  charges_rate?: string
  classification?: string
}

/** What a document or template says, in the demo company's own words. */
export type DemoContent = {
  store: StoreName
  type: string
  customer: string
  lines: readonly DemoLine[]
  currency?: { code: string; rate: string }
  remarks?: string
  agent_number?: string
  contract_number?: string
  billing?: { start: CalendarDate; end: CalendarDate; frequency: string }
  /** The document that a note corrects. */
  corrects?: { invoice_number: string; authority_uuid: string }
}

/** The content as the form sends it (specification 2 §3). */
export const payloadOf = (content: DemoContent) => {
  const { key: _, entity, is_supplier, contact_person, ...customer } = customerOf(content.customer)
  const selfbilling = content.type.startsWith('1')
  return {
    source: 'UI',
    invoice_type: content.type,
    selfbilling,
    document_type: selfbilling ? 'SB' : '',
    sender_store_code: content.store,
    sender_entity_code: ENTITIES[STORES[content.store].entity].entity_code,
    invoice_currency: content.currency?.code ?? 'MYR',
    currency_exchange_rate: content.currency?.rate ?? '1.00',
    document_remarks: content.remarks ?? '',
    agent_number: content.agent_number ?? '',
    contract_number: content.contract_number ?? '',
    billing_start: content.billing?.start ?? null,
    billing_end: content.billing?.end ?? null,
    frequency_of_billing: content.billing?.frequency ?? '',
    original_inv_number: content.corrects?.invoice_number ?? '',
    original_inv_ref_number: content.corrects?.authority_uuid ?? '',
    customer,
    items: content.lines.map(lineOf),
  }
}

const lineOf = (line: DemoLine, at: number) => {
  const { item, quantity, discount_rate, charges_rate, classification } = line
  const saved = itemOf(item)
  const discount = (Number(saved.unit_price) * Number(quantity) * Number(discount_rate ?? '0')) / 100
  return {
    id: String(at + 1),
    classification: classification ?? saved.classification,
    item_description: saved.item_description,
    unit_price: saved.unit_price,
    quantity,
    unit_of_measurement: saved.unit_of_measurement,
    tax_type: saved.tax_type,
    tax_rate: saved.tax_rate,
    tax_exemption_reason: saved.tax_exemption_reason,
    discount_rate: discount_rate ?? '0.00',
    discount_amount: discount.toFixed(2),
    charges_rate: charges_rate ?? '0.00',
  }
}
