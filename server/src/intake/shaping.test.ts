import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { intake } from '#contract/intake.ts'
import { enrichment } from '#contract/shaping/enrichment.ts'
import { type MappingWrite, mappings } from '#contract/shaping/mappings.ts'
import { buildDocument, documentOf, line, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { shaping } from '../shaping/read.ts'

const world = await createWorld()
const devi = world.as('devi')

beforeEach(async () => {
  await sql`TRUNCATE data_mappings, enrichment_defaults`.execute(world.db)
  shaping.forget(world.db)
})

const map = async (...given: Partial<MappingWrite>[]) => {
  for (const body of given)
    expect(
      await devi.callWrongly(mappings.create, { body: { mapping_type: 'lookup', ...body } }),
    ).toMatchObject({
      status: 201,
    })
}
const KL = { field: 'sender_store_code', lookup_key: 'KL-HQ', lookup_value: 'KUL01' }
const fixed = (field: string, hardcode_value: string, overwrite = false) =>
  ({ field, mapping_type: 'hardcode', hardcode_value, overwrite }) as const
const fill = async (field_name: string, default_value: string) =>
  expect((await devi.call(enrichment.create, { body: { field_name, default_value } })).status).toBe(201)

const taken = async (given: Parameters<typeof payload>[0], who: 'aminah' | 'key' = 'aminah') => {
  const { status, body, text } = await submit(world, who, payload(given))
  expect(status, text).toBe(200)
  return { ...(await documentOf(world, String(body.UUIDs[0]))), changes: body.changes }
}

describe('a document that comes', () => {
  test('is shaped from the next one on after a mapping is made, and says so', async () => {
    const unmapped = await submit(world, 'key', payload({ sender_store_code: 'KL-HQ' }))
    expect(unmapped.status).toBe(400)
    await map(KL)
    const { sender_store_code, invoice_number, changes } = await taken({ sender_store_code: 'KL-HQ' }, 'key')
    expect(sender_store_code).toBe('KUL01')
    expect(changes).toEqual([
      { invoice_number, field: 'sender_store_code', from: 'KL-HQ', to: 'KUL01', why: 'data mapping' },
    ])
  })

  test('is kept as it came beside what it became', async () => {
    await map(KL)
    const { id } = await taken({ sender_store_code: 'KL-HQ' })
    const { rows } = await sql<{ original: string }>`
      SELECT payload::text AS original FROM document_originals WHERE document_id = ${id}`.execute(world.db)
    expect(rows.map(({ original }) => JSON.parse(original).sender_store_code)).toEqual(['KL-HQ'])
  })

  test('may hold what only a mapping makes fit, and is mapped before its empty fields are filled', async () => {
    await map({ field: 'items.unit_of_measurement', lookup_key: 'pieces of paper', lookup_value: 'H87' })
    await fill('items.unit_of_measurement', 'XPK')
    await fill('document_remarks', 'Terima kasih')
    const items = [
      line({ unit_of_measurement: 'pieces of paper' }),
      line(),
      line({ unit_of_measurement: 'EA' }),
    ]
    const { content, changes = [] } = await taken({ items })
    expect(content.items.map((one) => one.unit_of_measurement)).toEqual(['H87', 'XPK', 'EA'])
    expect(content.document_remarks).toBe('Terima kasih')
    expect(changes.map(({ field, why }) => [field, why])).toEqual([
      ['items.0.unit_of_measurement', 'data mapping'],
      ['document_remarks', 'enrichment default'],
      ['items.1.unit_of_measurement', 'enrichment default'],
    ])
  })

  test('keeps what it says where a hardcode does not overwrite', async () => {
    await map(fixed('document_remarks', 'Fixed'), fixed('contract_number', 'C-1', true))
    const { content } = await taken({ document_remarks: 'Mine', contract_number: 'C-2' })
    expect([content.document_remarks, content.contract_number]).toEqual(['Mine', 'C-1'])
  })

  test('need not state the figures that a mapping changes, while all others are held against it', async () => {
    await map(
      { field: 'items.tax_rate', lookup_key: '6', lookup_value: '8' },
      { field: 'items.tax_type', lookup_key: 'SST', lookup_value: '02' },
    )
    const one = { quantity: '1', unit_price: '100', tax_type: '02' }
    const at6 = line({ ...one, subtotal: '100.00', tax_rate: '6', tax_amount: '6.00' })
    const at8 = line({ ...one, tax_type: 'SST', tax_rate: '8', tax_amount: '8.00' })
    const stated = { total_tax_amount: '14.00', total_payable_amount: '214.00' }
    const { content, changes } = await taken({ items: [at6, at8], ...stated })
    expect(content.items.map((one) => one.tax_amount)).toEqual(['8.00', '8.00'])
    expect(changes).toContainEqual(expect.objectContaining({ field: 'items.0.tax_rate', from: '6', to: '8' }))
    const wrong = [at6, { ...at8, tax_amount: '7.00' }]
    const refused = await submit(world, 'aminah', payload({ items: wrong, ...stated }))
    expect(refused.body).toMatchObject({
      'items.1.tax_amount': ['The payload says 7, but the lines add up to 8.00.'],
    })
    expect(Object.keys(refused.body)).not.toContain('total_tax_amount')
    // Another word for the same tax type changes no figure.
    const alone = await submit(world, 'aminah', payload({ items: [at8], ...stated }))
    expect(Object.keys(alone.body)).toEqual(
      expect.arrayContaining(['total_tax_amount', 'total_payable_amount']),
    )
  })

  test('gets the default of the tax rate at its taxed lines only, while a rate that is stated is weighed', async () => {
    await fill('items.tax_rate', '8')
    await map({ field: 'items.tax_type', lookup_key: 'EXEMPT', lookup_value: 'E' })
    const unrated = { tax_rate: undefined, tax_exemption_reason: 'Books' }
    const items = ['02', 'E', 'EXEMPT', '06'].map((tax_type) => line({ ...unrated, tax_type }))
    const { content, changes = [] } = await taken({ items })
    expect(content.items.map((one) => [one.tax_type, one.tax_rate])).toEqual([
      ['02', '8'],
      ['E', '0'],
      ['E', '0'],
      ['06', '0'],
    ])
    expect(changes.map(({ field }) => field)).toEqual(['items.2.tax_type', 'items.0.tax_rate'])
    const stated = await submit(
      world,
      'aminah',
      payload({ items: [line({ ...unrated, tax_type: 'E', tax_rate: '8' })] }),
    )
    expect(stated.body).toMatchObject({ 'items.0.tax_rate': ['This tax type carries no rate.'] })
    const untyped = await submit(
      world,
      'aminah',
      payload({ items: [line({ ...unrated, tax_type: undefined })] }),
    )
    expect(untyped.body).toMatchObject({ 'items.0.tax_type': ['Please select the tax type.'] })
  })

  test('is refused by the field that a mapping made wrong', async () => {
    await map(fixed('invoice_currency', 'ZZZ', true))
    expect(await submit(world, 'aminah', payload())).toMatchObject({
      status: 400,
      body: { invoice_currency: [expect.any(String)] },
    })
  })

  test('is printed as it would be stored', async () => {
    await map(KL)
    const body = payload({ sender_store_code: 'KL-HQ' })
    expect((await world.as('aminah').call(intake.preview, { body })).status).toBe(200)
  })

  test('is stored as it is when the mapping is gone, while what is stored stays', async () => {
    await map(fixed('document_remarks', 'Fixed'))
    const { id } = await taken({})
    const { body } = await devi.call(mappings.list, { query: {} })
    await devi.call(mappings.remove, { params: { id: String(body.results[0]?.id) } })
    expect((await taken({})).content.document_remarks).toBe('')
    expect((await documentOf(world, id)).content.document_remarks).toBe('Fixed')
  })
})

describe('an edit', () => {
  const rejected = () => buildDocument(world, { status: 'Approval Rejected', document_remarks: 'A' })
  const edit = (uuid: string, given: object = {}) => submit(world, 'aminah', payload({ uuid, ...given }))

  test('bears the codes of who sends it', async () => {
    const { id } = await rejected()
    await map(KL)
    const { status, body } = await edit(id, { sender_store_code: 'KL-HQ' })
    expect([status, body.changes]).toEqual([200, [expect.objectContaining({ from: 'KL-HQ', to: 'KUL01' })]])
  })

  test('is not changed where it must not be: neither by a hardcode, nor a look-up, nor a default', async () => {
    const { id, content } = await rejected()
    await map(
      { field: 'sender_store_code', lookup_key: 'KUL01', lookup_value: 'PEN01' },
      fixed('invoice_date', '2026-01-31', true),
      fixed('document_type', 'B2B'),
    )
    await fill('customer.entity_code', '77')
    const { status, body, text } = await edit(id, { invoice_date: content.invoice_date })
    expect([status, body.changes], text).toEqual([200, undefined])
    const after = (await documentOf(world, id)).content
    for (const field of ['sender_store_code', 'invoice_date', 'document_type'] as const)
      expect([field, after[field]]).toEqual([field, content[field]])
    expect(after.customer.entity_code).toBe(content.customer.entity_code)
  })

  test('that says otherwise is refused as ever', async () => {
    const { id } = await rejected()
    await map({ field: 'sender_store_code', lookup_key: 'KL-HQ', lookup_value: 'PEN01' })
    expect(await edit(id, { sender_store_code: 'KL-HQ' })).toMatchObject({
      status: 400,
      body: { sender_store_code: ['An edit may not change this: it is KUL01.'] },
    })
  })

  test('is not mapped once more: what the document holds stays', async () => {
    await map(
      { field: 'items.unit_of_measurement', lookup_key: 'EA', lookup_value: 'H87' },
      { field: 'items.unit_of_measurement', lookup_key: 'H87', lookup_value: 'EA' },
    )
    const { id } = await buildDocument(world, {
      status: 'Approval Rejected',
      items: [line({ unit_of_measurement: 'EA' }), line({ unit_of_measurement: 'H87' })],
    })
    const { content } = await documentOf(world, id)
    expect(content.items.map((one) => one.unit_of_measurement)).toEqual(['H87', 'EA'])
    const { status, body } = await edit(id, { items: content.items.map((one) => line(one)) })
    expect([status, body.changes]).toEqual([200, undefined])
    expect((await documentOf(world, id)).content.items).toEqual(content.items)
  })
})
