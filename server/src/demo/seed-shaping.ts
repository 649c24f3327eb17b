import type { ValidationRule } from '#domain/rules/rule.ts'
import type { Tx } from '../platform/db/database.ts'
import { createDefault, createLookup, createRule } from '../shaping/create.ts'

/** What the demo company's accounting program writes, and what it means here. */
export const LOOKUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sender_store_code: { 'HQ-KL': 'KUL01', 'BR-PG': 'PEN01', 'BR-JB': 'JHB01' },
  'items.unit_of_measurement': { PCS: 'H87', CARTON: 'XCT' },
  'items.tax_type': { 'SR-S': '01', 'SR-SV': '02', ZRL: '06' },
}

export const DEFAULTS = { invoice_currency: 'MYR', 'items.unit_of_measurement': 'EA' }

/** What the demo company asks of its documents, beside what LHDN does. */
export const RULES: readonly ValidationRule[] = [
  {
    field: 'payment_due_date',
    condition: 'formula',
    value: 'payment_due_date == "" || payment_due_date >= invoice_date',
    error_message: 'The due date is before the invoice date.',
  },
  {
    field: 'customer.contact_number',
    condition: 'regex',
    value: 'NA|[-+0-9 ()]{8,20}',
    error_message: 'Please enter a telephone number, or NA.',
  },
]

/** Creates the mappings, defaults and rules of the demo company. What the screens send has none of these codes. */
export const seedShaping = async (tx: Tx, now: Date): Promise<void> => {
  for (const [field, codes] of Object.entries(LOOKUPS))
    for (const [lookup_key, lookup_value] of Object.entries(codes))
      await createLookup(tx, { field, lookup_key, lookup_value }, now)
  for (const [field_name, default_value] of Object.entries(DEFAULTS))
    await createDefault(tx, { field_name, default_value }, now)
  for (const rule of RULES) await createRule(tx, rule, now)
}
