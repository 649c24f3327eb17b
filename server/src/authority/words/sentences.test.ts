import { describe, expect, test } from 'vitest'
import codes from '#codes/error-codes.json' with { type: 'json' }
import { explain } from './sentences.ts'
import { ENGLISH } from './sentences-en.ts'

const reason = (code: string, message = '', path = '') => ({ code, message, path })

const GROUPS = [
  ...['submission', 'core fields', 'code', 'taxpayer', 'referenced documents', 'currency'],
  ...['duplicate document', 'signature', 'state change', 'generic'],
]
const SURE = codes.filter(({ validator, confidence }) => GROUPS.includes(validator) && confidence !== 'low')

describe('every published code has a sentence', () => {
  test('the list is the one we mean', () => expect(SURE.length).toBeGreaterThan(70))

  test.each(SURE.map(({ code, meaning }) => [code, meaning]))('%s: %s', (code, meaning) => {
    // Some refusals have no code in the list; then its meaning quotes their words.
    const told = code === '(text)' ? reason('', meaning) : reason(code, meaning)
    const text = explain([told], 'c-1', false)
    expect(text).toMatch(/^(?:[a-z_0-9.]+: )?\p{Lu}/u)
    expect(text).not.toMatch(/^(?:[a-z_0-9.]+: )?The authority says/)
  })

  test('which ends in a full stop and is a sentence or two', () => {
    const odd = Object.entries(ENGLISH).filter(([, text]) => !/^\p{Lu}.{20,200}\.$/u.test(text))
    expect(odd).toEqual([])
  })
})

test('a known code becomes cause and remedy, with the field before it and the code behind', () => {
  expect(explain([reason('ERR406', 'Buyer TIN is invalid')], 'c-1', false)).toBe(
    'customer.tin_no: The buyer’s TIN is not known to the authority. Check it with the buyer. (ERR406)',
  )
})

test('the sides of the form follow self-billing; where that is not told no field is named', () => {
  expect(explain([reason('CF334')], '', false)).toMatch(/^sender\.name: The supplier/)
  expect(explain([reason('CF334')], '', true)).toMatch(/^customer\.name: The supplier/)
  expect(explain([reason('CF334')], '')).toMatch(/^The supplier/)
})

test.each([
  ['Invoice.InvoiceLine[3].InvoicedQuantity@unitCode', false, 'items.3.unit_of_measurement'],
  ['document.Invoice.InvoiceLine[0].Item.CommodityClassification', false, 'items.0.classification'],
  ['Invoice.InvoiceLine[2].TaxTotal.TaxSubtotal[0].TaxCategory.ID', false, 'items.2.tax_type'],
  ['$.Invoice[*].AccountingSupplierParty[*].Party[*].PostalAddress[*].CityName[*]._', false, 'sender.city'],
  ['Invoice.AccountingCustomerParty.Party.Contact.Telephone', true, 'sender.contact_number'],
  ['#/Invoice[0].DocumentCurrencyCode', false, 'invoice_currency'],
])('the place %s with self-billing %s is the field %s', (path, selfbilling, field) => {
  expect(explain([reason('CV302', 'ItemCode X', path)], 'c-1', selfbilling)).toBe(
    `${field}: A code is not in the authority’s list. Select another one. The authority says: CV302: ItemCode X.`,
  )
})

test.each(['Invoice.constructor', 'Invoice', '', 'no path at all'])('the place %s is no field', (path) =>
  expect(explain([reason('CV302', 'X', path)], '', false)).toMatch(/^A code/),
)

test.each([
  ['State 17 is for foreign addresses - Supplier. Please refer to it', '', 'sender.state', 'customer.state'],
  ['State 17 is for foreign addresses - BUYER', '', 'customer.state', 'sender.state'],
  ['State 17', '/ubl:Invoice/cac:AccountingSupplierParty/cac:Party', 'sender.state', 'customer.state'],
  ['State 17', '', 'customer.state', 'customer.state'],
])('whose state is meant by “%s” at “%s” is %s, self-billed %s', (message, path, usual, selfbilled) => {
  const told = (selfbilling: boolean) =>
    explain([reason('CV317', message, path)], '', selfbilling).split(':')[0]
  expect([told(false), told(true)]).toEqual([usual, selfbilled])
})

test.each([
  ['/ubl:Invoice/cac:InvoiceLine[1]/cac:Price/cbc:PriceAmount/@currencyID', 'items.0.unit_price'],
  ['/Invoice[1]/InvoiceLine[12]/Item[1]/Description[1]', 'items.11.item_description'],
  ['#/Invoice[0].InvoiceLine[11].Item[0].Description[0]._', 'items.11.item_description'],
  ['/ubl:Invoice/cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification[4]/cbc:ID', 'customer.ttx_no'],
  ['#/Invoice[0].AccountingSupplierParty[0].Party[0].PartyIdentification[2].ID[0]._', 'sender.sst_no'],
  ["//cac:AccountingCustomerParty//cbc:ID[@schemeID = 'NRIC']", undefined],
  [
    "/ubl:Invoice/cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID[@schemeID = 'NRIC']",
    'customer.identity_number',
  ],
  ['/ubl:Invoice/cac:InvoiceLine[0]/cac:Price', 'items.0'],
  ['/ubl:Invoice/cac:InvoiceLine/cac:Price/cbc:PriceAmount', 'items'],
  ['Invoice.InvoiceLine[*].Item', 'items'],
  [`/ubl:Invoice${'/cac:X'.repeat(500)}`, undefined],
])('the place %s is the field %s', (path, field) => {
  const said = explain([reason('ZZ1', 'Odd', path)], '', false)
  expect(said).toBe(`${field ? `${field}: ` : ''}The authority says: ZZ1: Odd.`)
})

test('of an original that LHDN has not judged yet it says so', () => {
  const told = reason('DR303', 'Status of referenced document F9D4 is Submitted')
  expect(explain([told], '', false)).toBe(
    'original_inv_ref_number: The original document is not valid at LHDN: not judged yet, invalid or cancelled. Once ' +
      'it is valid, this note can be sent again. ' +
      'The authority says: DR303: Status of referenced document F9D4 is Submitted.',
  )
})

test('an unknown code keeps the authority’s words and the reference for its support', () => {
  expect(explain([reason('ZZ999', 'Something new.')], 'c-1', false)).toBe(
    'The authority says: ZZ999: Something new. Reference: c-1.',
  )
  expect(explain([reason('', 'No code at all')], '')).toBe('The authority says: No code at all.')
  expect(explain([reason('constructor', 'x')], '')).toBe('The authority says: constructor: x.')
})

test('no reason at all is said so', () => {
  expect(explain([], 'c-1')).toBe('The authority gave no reason. Reference: c-1.')
})

test('several reasons take a line each, equal ones only once', () => {
  const twice = [reason('CF364'), reason('CF364'), reason('CF378')]
  expect(explain(twice, '', false).split('\n')).toEqual([
    'items: A line has no classification. Select one on every line. (CF364)',
    'invoice_currency: The currency is missing. Select it. (CF378)',
  ])
})

test('DS302 is a duplicate or a matter of the signature, as its words say', () => {
  const duplicate = reason('DS302', 'The document A is a duplicate of the document B')
  expect(explain([duplicate], '')).toContain('holds another document')
  expect(explain([reason('DS302', 'Signature count')], '')).toContain('exactly one signature')
})

test('what is told by words alone is known by them', () => {
  expect(explain([reason('', 'ItemCode 00 was not active when document issued')], '')).toMatch(
    /no longer in use/,
  )
  expect(explain([reason('', "Invalid child element 'cbc:Note'")], '')).toMatch(/report it to support/)
  expect(explain([reason('DR309', 'Something about the original')], '')).toMatch(
    /^The original document does not fit this note/,
  )
})
