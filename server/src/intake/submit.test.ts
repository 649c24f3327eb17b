import { describe, expect, test } from 'vitest'
import { documentOf, line, payload, submit } from '../../test/build.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'
import { createStore } from '../entities/records/create.ts'
import { inTransaction } from '../platform/db/database.ts'

const world = await createWorld()

const made = async (...given: Parameters<typeof submit>) => {
  const answer = await submit(...given)
  expect(answer.body).toMatchObject({ status: 'Success', errors: [] })
  return documentOf(world, answer.body.UUIDs[0] ?? '')
}

describe('a valid document', () => {
  test('is stored Pending Approval under the next number, its totals calculated by the server', async () => {
    const answer = await submit(world, 'aminah', payload())
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'Success', Invoice_Numbers: ['M-KUL0101000001'], errors: [] },
    })
    const row = await documentOf(world, answer.body.UUIDs[0] ?? '')
    expect(row).toMatchObject({
      invoice_number: 'M-KUL0101000001',
      status: 'Pending Approval',
      revision: 1,
      sender_entity_id: world.company.entities.kinabalu,
      sender_store_code: 'KUL01',
      supplier_name: 'Kinabalu Trading Sdn Bhd',
      buyer_name: 'Perniagaan Seri Jaya Sdn Bhd',
      total_payable_amount: '137.50',
      environment: 'simulator',
      created_by: world.company.users.aminah,
      created_by_name: 'Aminah Yusof',
      approved_hash: null,
    })
    expect(row.content).toMatchObject({ total_tax_amount: '12.50', invoice_date: '2026-07-15' })
    const history = await on(world.db)
      .selectFrom('document_history')
      .where('document_id', '=', row.id)
      .select(['event', 'to_status', 'actor_name', 'content_hash'])
      .execute()
    expect(history).toEqual([
      {
        event: 'create',
        to_status: 'Pending Approval',
        actor_name: 'Aminah Yusof',
        content_hash: row.content_hash,
      },
    ])
  })

  test('is a self-billed one when its type says so: supplier and buyer change sides', async () => {
    const seller = { msic_code: '46496', business_description: 'Wholesale' }
    const row = await made(world, 'aminah', payload({ invoice_type: '11', customer: seller }))
    expect(row).toMatchObject({
      invoice_number: 'M-KUL0111000001',
      supplier_name: 'Perniagaan Seri Jaya Sdn Bhd',
      buyer_name: 'Kinabalu Trading Sdn Bhd',
      selfbilling: true,
      document_type: 'SB',
    })
  })

  test('may state its totals, with or without thousands separators, when they are right', async () => {
    const figures = { total_payable_amount: '1,375.00', total_tax_amount: 125 }
    const row = await made(world, 'aminah', payload({ ...figures, items: [line({ quantity: '100' })] }))
    expect(row.total_payable_amount).toBe('1375.00')
  })

  test('bears a rate as fine as tourism tax of a night is a part of its price', async () => {
    const nights = { unit_price: '187.50', quantity: '100', tax_type: '03', tax_amount: '1000.00' }
    const row = await made(world, 'aminah', payload({ items: [line({ ...nights, tax_rate: '5.33333333' })] }))
    expect(row.content).toMatchObject({ total_tax_amount: '1000.00', items: [{ tax_rate: '5.33333333' }] })
    const finer = await submit(
      world,
      'aminah',
      payload({ items: [line({ ...nights, tax_rate: '5.333333333' })] }),
    )
    expect(finer).toMatchObject({ status: 400 })
    expect(finer.text).toContain('Please enter a number.')
    expect(finer.text).toContain('items.0.tax_rate')
  })

  test('may bring a number of its own, which claims none', async () => {
    const before = await storedIn(world)
    const row = await made(world, 'aminah', payload({ invoice_number: 'INV/2026-1', source: 'ERP' }))
    expect(row.invoice_number).toBe('INV/2026-1')
    expect(await storedIn(world)).toMatchObject({ counters: before?.counters })
  })

  test('of a form that previewed a number gets the next one, whatever it previewed', async () => {
    const previewed = payload({ invoice_number: 'M-KUL0102000001', invoice_type: '02', ...noteOf() })
    expect(await made(world, 'aminah', previewed)).toMatchObject({ invoice_number: 'M-KUL0102000001' })
    expect(await made(world, 'aminah', previewed)).toMatchObject({ invoice_number: 'M-KUL0102000002' })
  })
})

test('names become codes, and what is absent gets the defaults of the specification', async () => {
  const customer = { state: 'Pulau Pinang', country: 'Malaysia', city: 'George Town', zipcode: '10200' }
  const bare = { classification: '022', item_description: 'Kertas', unit_price: '10' }
  const given = { invoice_currency: undefined, currency_exchange_rate: undefined, source: undefined }
  const row = await made(world, 'aminah', payload({ ...given, customer, items: [bare] }))
  expect(row).toMatchObject({ source: 'UI', invoice_currency: 'MYR' })
  expect(row.content).toMatchObject({
    currency_exchange_rate: '1',
    tax_exemption_reason: 'Non SST Registrant',
    invoice_time: '12:00:00',
    customer: { state: '07', country: 'MYS' },
    items: [
      { quantity: '1', unit_of_measurement: 'EA', tax_type: '06', tax_exemption_reason: 'NOT APPLICABLE' },
    ],
  })
})

test('a store code that several of the caller’s companies have needs the company', async () => {
  const twin = { sender_entity_id: world.company.entities.selat, code: 'KUL01', name: 'Kuala Lumpur' }
  await inTransaction(world.db, (tx) => createStore(tx, twin, world.clock.now()))
  const before = await storedIn(world)
  expect(await submit(world, 'devi', payload())).toMatchObject({
    status: 400,
    body: { sender_entity_code: ['Please select Sender'] },
  })
  expect(await storedIn(world)).toEqual(before)
  const row = await made(world, 'devi', payload({ sender_entity_code: '1000000000000025' }))
  expect(row).toMatchObject({ supplier_name: 'Selat Foods Sdn Bhd', invoice_number: 'M-KUL0101000001' })
  expect((await made(world, 'aminah', payload())).supplier_name).toBe('Kinabalu Trading Sdn Bhd')
})

const noteOf = () => ({ original_inv_number: 'INV-0', original_inv_ref_number: 'NA' })

describe('identity comes from the caller', () => {
  test('what the payload says of creator, approval and sender is ignored', async () => {
    const row = await made(
      world,
      'aminah',
      payload({ created_by: world.company.users.devi, approval_status: 'Approved', sender: { name: 'X' } }),
    )
    expect(row).toMatchObject({
      status: 'Pending Approval',
      created_by: world.company.users.aminah,
      supplier_name: 'Kinabalu Trading Sdn Bhd',
      approved_by: null,
    })
  })

  test('an API key issues for its own store, in its own name, and not as the screens', async () => {
    const row = await made(world, 'key', payload({ source: undefined }))
    expect(row).toMatchObject({
      created_by: null,
      created_by_name: 'Till of the Kuala Lumpur shop (API key)',

      source: 'API',
    })
    const other = await submit(world, 'key', payload({ sender_store_code: 'PEN01' }))
    expect(other).toMatchObject({ status: 400, body: { sender_store_code: [expect.any(String)] } })
  })
})

describe('who may not', () => {
  test.each([
    ['nobody', 401],
    ['bakri', 403],
    ['gita', 403],
  ] as const)('%s is told %i and stores nothing', async (who, status) => {
    const before = await storedIn(world)
    expect(await submit(world, who, payload())).toMatchObject({ status })
    expect(await storedIn(world)).toEqual(before)
  })

  test.each([
    ['of another company', 'chong', {}, 'sender_store_code'],
    ['of the same company, but not assigned', 'ezra', {}, 'sender_store_code'],
    ['that does not exist', 'aminah', { sender_store_code: 'NONE1' }, 'sender_store_code'],
    [
      'of the company he names, but not assigned',
      'ezra',
      { sender_entity_code: '1000000000000017' },
      'sender_store_code',
    ],
    ['with the entity named', 'chong', { sender_entity_code: '1000000000000017' }, 'sender_entity_code'],
  ] as const)('a store %s is refused in the same words', async (_, who, given, field) => {
    const before = await storedIn(world)
    const answer = await submit(world, who, payload(given))
    const words =
      field === 'sender_store_code' ? 'This is none of your store codes.' : 'This is none of your companies.'
    expect(answer).toMatchObject({ status: 400, body: { status: 'Error', [field]: [words] } })
    expect(answer.text).not.toContain('Kinabalu')
    expect(await storedIn(world)).toEqual(before)
  })
})

describe('several documents in one call', () => {
  test('the good ones are stored, the bad one is told by its number', async () => {
    const before = await storedIn(world)
    const bad = payload({ invoice_number: 'BAD-1', customer: { tin_no: 'nonsense' } })
    const answer = await submit(world, 'aminah', [payload(), bad, payload()])
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'Partial Success',
        UUIDs: [expect.any(String), expect.any(String)],
        errors: [
          {
            invoice_number: 'BAD-1',
            errors: [{ type: 'invalid_fields', details: { 'customer.tin_no': [expect.any(String)] } }],
          },
        ],
      },
    })
    expect((await storedIn(world))?.documents).toBe(Number(before?.documents) + 2)
  })

  test('all of them bad is a refusal that still names each', async () => {
    const bad = (number: string) => payload({ invoice_number: number, invoice_currency: 'ZZZ' })
    const answer = await submit(world, 'aminah', [bad('A'), bad('B')])
    expect(answer).toMatchObject({
      status: 400,
      body: { status: 'Error', UUIDs: [], errors: [{ invoice_number: 'A' }, { invoice_number: 'B' }] },
    })
  })

  test('none, and more than a call may carry, are refused', async () => {
    expect(await submit(world, 'aminah', [])).toMatchObject({ status: 400 })
    const many = Array.from({ length: 101 }, () => ({}))
    expect(await submit(world, 'aminah', many)).toMatchObject({
      status: 400,
      body: { invoices_data: ['At most 100 documents fit one call.'] },
    })
  })
})
