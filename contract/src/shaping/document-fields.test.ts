import { describe, expect, test } from 'vitest'
import { FIELDS, fieldOf } from '#domain/shaping/fields.ts'
import { DocumentWrite, LineWrite } from '../intake.ts'
import { PartyWrite } from '../party.ts'
import { schemaOf, valueFault } from './document-fields.ts'

/** What can be sent and is no field of the list, each for its reason. */
const OTHERS: Readonly<Record<string, string>> = {
  uuid: 'says which document is edited',
  revision: 'says which state of it was seen',
  source: 'says which door it came through',
  approval_status: 'ignored: nothing skips approval',
  created_by: 'ignored: identity comes from the caller',
  sender: 'ignored: the company is ours to know',
  customer: 'a part of its own',
  items: 'a part of its own',
  total_excluding_tax: 'a stated figure, compared with ours',
  total_including_tax: 'a stated figure, compared with ours',
  total_payable_amount: 'a stated figure, compared with ours',
  total_net_amount: 'a stated figure, compared with ours',
  total_discount_value: 'a stated figure, compared with ours',
  total_tax_amount: 'a stated figure, compared with ours',
  'customer.id': 'which row of the address book; the document holds its own copy',
  'customer.image': 'no text',
  'customer.state_display': 'the name of the state, which speaks for it',
  'customer.country_display': 'the name of the country, which speaks for it',
  'items.id': 'counted by the server',
  'items.subtotal': 'a stated figure, compared with ours',
  'items.charges_amount': 'a stated figure, compared with ours',
  'items.total_excluding_tax': 'a stated figure, compared with ours',
  'items.tax_amount': 'a stated figure, compared with ours',
}

const sendable = [
  ...Object.keys(DocumentWrite.shape),
  ...Object.keys(PartyWrite.shape).map((name) => `customer.${name}`),
  ...Object.keys(LineWrite.shape).map((name) => `items.${name}`),
]

describe('the list of fields', () => {
  test('has every field that can be sent, but for those that are named with a reason', () => {
    const listed = FIELDS.map(({ value }) => value)
    expect([...listed, ...Object.keys(OTHERS)].toSorted()).toEqual(sendable.toSorted())
  })

  test('names each field once, and calls no two alike', () => {
    expect(new Set(FIELDS.map(({ value }) => value)).size).toBe(FIELDS.length)
    expect(new Set(FIELDS.map(({ label }) => label)).size).toBe(FIELDS.length)
    for (const field of FIELDS)
      expect([field.value, schemaOf(field) !== undefined]).toEqual([field.value, true])
  })

  test.each(['', 'customer', 'constructor', '__proto__', 'items.0.tax_type'])('has no %j', (value) => {
    expect([fieldOf(value), valueFault(value, 'x')]).toEqual([undefined, undefined])
  })
})

test.each([
  ['invoice_currency', 'MYR', undefined],
  ['prepayment_amount', '1,234.50', undefined],
  ['selfbilling', 'true', undefined],
  ['billing_start', '2026-07-15', undefined],
  ['prepayment_amount', 'much', 'Please enter a number.'],
  ['selfbilling', 'maybe', 'Please send true or false.'],
  ['billing_start', '31/12/2026', /date/],
  ['items.unit_of_measurement', 'a long name of a unit', 'At most 10 characters are allowed.'],
  ['customer.name', 'x'.repeat(301), 'At most 300 characters are allowed.'],
])('a document’s %s could hold %j: %s', (field, text, fault) => {
  const found = valueFault(field, text)
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(fault)
})
