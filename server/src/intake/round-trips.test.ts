import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all.ts'
import { customers } from '#contract/customers.ts'
import { documents } from '#contract/documents.ts'
import { DocumentWrite } from '#contract/intake.ts'
import { items } from '#contract/items.ts'
import { buildCustomer, buildDocument, documentOf, line, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld({ simulator: true })
const aminah = world.as('aminah')

const taken = async (document: unknown) => {
  const answer = await submit(world, 'aminah', document)
  expect(answer.body).toMatchObject({ status: 'Success', errors: [] })
  return documentOf(world, answer.body.UUIDs[0] ?? '')
}

const detailOf = async (uuid: string) => (await aminah.call(documents.get, { params: { uuid } })).body

/** A document with everything that one may say. */
const FULL = {
  agent_number: 'AG-1',
  voluntary_disclosure: true,
  contract_number: 'CT-1',
  document_remarks: 'Urgent',
  payment_due_date: '2026-08-15',
  billing_start: '2026-06-01',
  billing_end: '2026-06-30',
  frequency_of_billing: 'Monthly',
  invoice_currency: 'USD',
  currency_exchange_rate: '4.2150',
  prepayment_amount: '10',
  rounding_amount: '0.01',
  items: [line({ discount_rate: '10', charges_rate: '5' }), line({ tax_type: '06', tax_rate: '0' })],
}

describe('a customer as customers-list answers it', () => {
  test('is the customer of a document', async () => {
    await buildCustomer(world, { name: 'Round Trip Sdn Bhd', contact_person: 'Puan Aina', is_supplier: true })
    const [customer] = (await aminah.call(customers.find, { query: { search: 'round' } })).body
    expect(Object.keys(customer ?? {})).toEqual(
      expect.arrayContaining(['contact_person', 'contact_reference', 'bank_number', 'source_ui']),
    )
    const { content } = await taken({ ...payload(), customer })
    expect(content.customer).toMatchObject({ name: 'Round Trip Sdn Bhd', entity_code: customer?.entity_code })
    expect(content.customer).not.toHaveProperty('contact_person')
  })

  test('with all fields of the specification too', async () => {
    const named = { contact_person: 'A', contact_reference: 'B', bank_number: '1', source_ui: true }
    await taken(payload({ customer: { ...named, is_supplier: false, sst_no: '', country: 'Malaysia' } }))
  })
})

describe('a document as invoices/{uuid}/ answers it', () => {
  test.each([
    ['Pending Approval', {}],
    ['Validated', {}],
    ['Approval Rejected', { uuid: null }],
    ['Invalid', { uuid: null }],
  ] as const)('that is %s is a new document without its uuid', async (status, none) => {
    const first = await buildDocument(world, { ...FULL, status })
    const { uuid: _, ...copy } = await detailOf(first.id)
    const second = await taken({ ...copy, ...none })
    expect(second).toMatchObject({ status: 'Pending Approval', revision: 1 })
    expect(second.id).not.toBe(first.id)
    const { invoice_number } = second
    expect(second.content).toEqual({ ...first.content, invoice_number })
  })

  test.each(['Approval Rejected', 'Submission Failed', 'Invalid'] as const)(
    'that is %s is an edit of itself, which changes nothing',
    async (status) => {
      const first = await buildDocument(world, { ...FULL, status })
      const { uuid, ...copy } = await detailOf(first.id)
      // Those who know no ids send the number alone.
      const second = await taken(status === 'Invalid' ? copy : { ...copy, uuid })
      expect(second).toMatchObject({ id: first.id, status: 'Pending Approval', revision: 2 })
      expect(second.content).toEqual(first.content)
      expect(second.content_hash).toBe(first.content_hash)
    },
  )
})

test('a voluntary disclosure says so, and no other document has a word of it', async () => {
  const { content } = await taken(payload({ voluntary_disclosure: true }))
  expect(content.voluntary_disclosure).toBe(true)
  // Documents that were approved before there were disclosures keep their hash where they are sent again.
  for (const said of [{}, { voluntary_disclosure: false }, { voluntary_disclosure: null }])
    expect((await taken(payload(said))).content).not.toHaveProperty('voluntary_disclosure')
})

const Rows = z.array(z.looseObject({ customer: z.record(z.string(), z.unknown()).optional() }))

test('every field that an answer of ours gives of a document, a customer or a line is taken or ignored', async () => {
  // Whatever lists and details tell of tomorrow is found here by itself.
  await buildDocument(world, { status: 'Validated', ...FULL })
  await buildDocument(world)
  const devi = world.as('devi')
  const listing = ['documents.list', 'documents.pending', 'documents.previous']
  const lists = allEndpoints.filter(({ id }) => listing.includes(id))
  expect(lists).toHaveLength(3)
  for (const list of lists) {
    const { body } = await devi.callWrongly(list, {})
    const [row] = Rows.parse(body.results)
    if (!row) throw new Error('There are documents to list.')
    const names = Object.keys(row).filter((name) => !(name in DocumentWrite.shape))
    expect(names.length).toBeGreaterThan(3)
    const ignored = Object.fromEntries(names.map((name) => [name, row[name]]))
    await taken({ ...ignored, ...payload({ customer: row.customer }) })
  }
  const [saved] = (await devi.call(items.find, { query: {} })).body
  await taken(payload({ items: [line({ ...saved, unit_price: '5' })] }))
})
