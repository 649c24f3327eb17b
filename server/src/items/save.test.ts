import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { items } from '#contract/items.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'

const world = await createWorld()
const PAPER = { classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10' }

const add = (given: object = {}, who: Who = 'aminah') =>
  world.as(who).callWrongly(items.create, { body: { ...PAPER, ...given } })
const change = (id: string, given: object = {}, who: Who = 'aminah') =>
  world.as(who).callWrongly(items.update, { params: { id }, body: { ...PAPER, ...given } })

describe('a new item', () => {
  it('is kept, and found by the form', async () => {
    const { status, body } = await add({ item_description: 'Dakwat pencetak', tax_type: 'Sales Tax' })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        sender_entity_id: world.company.entities.kinabalu,
        classification: '022',
        item_description: 'Dakwat pencetak',
        tax_type: '01',
        tax_rate: '10.00',
        modified_at: expect.any(String),
      },
    ])
    expect((await world.as('aminah').call(items.find, { query: { search: 'dakwat' } })).body).toEqual([body])
  })

  it('without a rate has the rate 0', async () => {
    expect((await add({ tax_type: '06', tax_rate: undefined })).body.tax_rate).toBe('0.00')
  })

  it.each([
    [{ classification: '' }, 'classification', 'Please select the classification.'],
    [{ classification: '999' }, 'classification', 'Please select the classification.'],
    [{ item_description: ' ' }, 'item_description', 'Please enter the description.'],
    [{ tax_type: 'nonsense' }, 'tax_type', 'Please select the tax type.'],
    [{ tax_rate: 'ten' }, 'tax_rate', 'Please enter a number.'],
    [{ tax_rate: '-1' }, 'tax_rate', 'Please enter a rate from 0 to 100.'],
    [{ tax_rate: '100.01' }, 'tax_rate', 'Please enter a rate from 0 to 100.'],
    [{ tax_rate: '6.123' }, 'tax_rate', 'At most 2 decimal places are allowed.'],
    [{ price: '1' }, 'price', expect.any(String)],
  ])('is refused with %o, naming the field', async (given, field, message) => {
    const { status, body } = await add(given)
    expect([status, body[field]]).toEqual([400, [message]])
  })

  it('belongs to the company that is named by those who work for several', async () => {
    expect((await add({}, 'devi')).body.sender_entity_code).toEqual(['Please select Sender'])
    const item = { item_description: 'Sos cili', sender_entity_code: ENTITIES.selat.entity_code }
    expect((await add(item, 'devi')).status).toBe(201)
    expect((await world.as('chong').call(items.find, { query: { search: 'sos' } })).body).toHaveLength(1)
    expect((await world.as('aminah').call(items.find, { query: { search: 'sos' } })).body).toEqual([])
  })
})

describe('a saved item', () => {
  it('is changed', async () => {
    const { body: made } = await add()
    const { status, body } = await change(made.id, { ...made, tax_rate: '5', tax_type: '02' })
    expect([status, body]).toEqual([200, { ...made, tax_rate: '5.00', tax_type: '02' }])
  })

  it('stays with its company, whatever is sent along', async () => {
    const { body: made } = await add()
    const { status, body } = await change(made.id, {
      ...made,
      sender_entity_id: world.company.entities.selat,
    })
    expect([status, body]).toEqual([200, made])
    const found = await world.as('aminah').call(items.find, { query: { search: made.item_description } })
    expect(found.body.find(({ id }) => id === made.id)).toEqual(made)
  })

  it('of another company does not exist', async () => {
    const { body: made } = await add()
    expect((await change(made.id, {}, 'chong')).status).toBe(404)
  })

  it('is for those who make documents', async () => {
    const { body: made } = await add()
    expect((await change(made.id, {}, 'gita')).status).toBe(403)
    expect((await add({}, 'bakri')).status).toBe(403)
  })
})

describe('the list', () => {
  it('comes in pages, narrowed and sorted', async () => {
    const other = await createWorld()
    for (const [item_description, classification] of [
      ['Ais batu', '003'],
      ['Beras', '022'],
      ['Cili', '022'],
      ['apam', '022'],
    ] as const)
      await other.as('aminah').call(items.create, { body: { ...PAPER, item_description, classification } })
    const names = async (query: Input<typeof items.list>['query']) =>
      (await other.as('aminah').call(items.list, { query })).body.results.map((row) => row.item_description)
    expect(await names({})).toEqual(['Ais batu', 'apam', 'Beras', 'Cili'])
    expect(await names({ page: 2, page_size: 3 })).toEqual(['Cili'])
    expect(await names({ search: '003' })).toEqual(['Ais batu'])
    expect(await names({ search: 'ER' })).toEqual(['Beras'])
    expect(await names({ sort_by: 'classification', order: 'desc' })).toEqual([
      'apam',
      'Beras',
      'Cili',
      'Ais batu',
    ])
  })
})
