import { expect, test } from 'vitest'
import { buildCustomer, buildSender } from '../../test/build.ts'
import { findAll, type Node, textAt } from '../../test/reading.ts'
import { buildTree } from '../../test/tree.ts'
import type { Party } from '../documents/document.ts'

const SUPPLIER = 'AccountingSupplierParty/Party'
const CUSTOMER = 'AccountingCustomerParty/Party'
const buyer = (overrides: Partial<Party>) => buildTree({ customer: buildCustomer(overrides) })

const idsOf = (tree: Node, party: string) =>
  findAll(tree, `${party}/PartyIdentification/ID`).map((id) => [id.attributes.schemeID, id.text])

test('each party is identified by TIN, one number, SST and tourism tax; NA where there is none', () => {
  const tree = buildTree({})
  expect(idsOf(tree, SUPPLIER)).toEqual([
    ['TIN', 'C2584563200'],
    ['BRN', '201901234567'],
    ['SST', 'W10-1808-32000012'],
    ['TTX', 'NA'],
  ])
  expect(idsOf(tree, CUSTOMER)).toContainEqual(['SST', 'NA'])
})

test('a party without a number is sent as a BRN that reads NA', () => {
  const tree = buyer({ identity_type: 'NA', identity_number: '' })
  expect(idsOf(tree, CUSTOMER)[1]).toEqual(['BRN', 'NA'])
})

test('persons are identified by the kind of their document', () => {
  expect(idsOf(buyer({ identity_type: 'PASSPORT', identity_number: 'A1234567' }), CUSTOMER)[1]).toEqual([
    'PASSPORT',
    'A1234567',
  ])
})

/** Only notes say it. */
const ORIGINAL = { original_inv_number: 'ORIGINAL-1', original_inv_ref_number: 'NA' }

test.each(['01', '02', '03', '04'])('type %s: the issuer is the supplier', (invoice_type) => {
  const tree = buildTree({ invoice_type, ...ORIGINAL })
  expect(textAt(tree, `${SUPPLIER}/PartyLegalEntity/RegistrationName`)).toBe(buildSender().name)
  expect(textAt(tree, `${CUSTOMER}/PartyLegalEntity/RegistrationName`)).toBe(buildCustomer().name)
})

test.each(['11', '12', '13', '14'])('type %s: the issuer is the buyer', (invoice_type) => {
  const tree = buildTree({ invoice_type, ...ORIGINAL })
  expect(textAt(tree, `${SUPPLIER}/PartyLegalEntity/RegistrationName`)).toBe(buildCustomer().name)
  expect(textAt(tree, `${CUSTOMER}/PartyLegalEntity/RegistrationName`)).toBe(buildSender().name)
})

test('industry code and activity are the supplier’s alone', () => {
  const tree = buildTree({})
  const [industry] = findAll(tree, `${SUPPLIER}/IndustryClassificationCode`)
  expect(industry).toMatchObject({ text: '46510', attributes: { name: buildSender().business_description } })
  expect(findAll(tree, `${CUSTOMER}/IndustryClassificationCode`)).toEqual([])
})

test('of a self-billed supplier without industry LHDN is told that it is not known', () => {
  const unknown = { invoice_type: '11', customer: buildCustomer({ msic_code: '', business_description: '' }) }
  const [industry] = findAll(buildTree(unknown), `${SUPPLIER}/IndustryClassificationCode`)
  expect(industry).toMatchObject({ text: '00000', attributes: { name: 'NA' } })
})

test('the address has its codes, and only the lines that say something', () => {
  const address = findAll(buyer({ address2: '', address3: 'Taman Molek' }), `${CUSTOMER}/PostalAddress`)[0]
  if (!address) throw new Error('no address')
  expect(findAll(address, 'AddressLine/Line').map((line) => line.text)).toEqual([
    '12, Jalan Dato Onn',
    'Taman Molek',
  ])
  expect(textAt(address, 'CountrySubentityCode')).toBe('01')
  expect(findAll(address, 'Country/IdentificationCode')[0]).toMatchObject({
    text: 'MYS',
    attributes: { listID: 'ISO3166-1', listAgencyID: '6' },
  })
})

test('postcode and e-mail are left out when there are none', () => {
  const party = findAll(buyer({ zipcode: '', email: '' }), CUSTOMER)[0]
  if (!party) throw new Error('no party')
  expect(findAll(party, 'PostalAddress/PostalZone')).toEqual([])
  expect(findAll(party, 'Contact').flatMap((contact) => contact.children.map((child) => child.name))).toEqual(
    ['cbc:Telephone'],
  )
})
