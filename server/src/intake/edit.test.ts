import { describe, expect, test } from 'vitest'
import { approvals } from '#contract/approvals.ts'
import { documents } from '#contract/documents.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../test/build.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'

const world = await createWorld({ simulator: true })

const EDITABLE = ['Approval Rejected', 'Submission Failed', 'Invalid'] as const

test.each(EDITABLE)(
  'a document that is %s becomes Pending Approval again: same number and date, next revision, no approval',
  async (status) => {
    const before = await buildDocument(world, { status })
    world.clock.advance(DAY_MS)
    const edit = payload({
      uuid: before.id,
      items: [line({ quantity: '20' })],
      document_remarks: 'Corrected',
    })
    const answer = await submit(world, 'aminah', edit)
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'Success', UUIDs: [before.id], Invoice_Numbers: [before.invoice_number] },
    })
    const row = await documentOf(world, before.id)
    expect(row).toMatchObject({
      status: 'Pending Approval',
      status_message: '',
      revision: 2,
      invoice_number: before.invoice_number,
      invoice_date: before.invoice_date,
      total_payable_amount: '275.00',
      approved_hash: null,
      approved_by: null,
      approved_by_email: null,
      approved_at: null,
      authority_uuid: null,
      submission_uid: null,
      edited_by: [world.company.users.aminah],
    })
    expect(row.content_hash).not.toBe(before.content_hash)
    const history = on(world.db).selectFrom('document_history').where('document_id', '=', row.id)
    expect(
      await history.orderBy('id', 'desc').select(['event', 'from_status', 'revision']).executeTakeFirst(),
    ).toEqual({
      event: 'edit',
      from_status: status,
      revision: 2,
    })
  },
)

const BUYER_CODE = '2000000000000099'

describe('what an edit may not change', () => {
  test.each<[string, Record<string, unknown>]>([
    ['invoice_number', { invoice_number: 'OTHER-1' }],
    ['invoice_date', { invoice_date: '2026-07-01' }],
    ['invoice_type', { invoice_type: '02' }],
    ['document_type', { document_type: 'SB' }],
    ['selfbilling', { selfbilling: true }],
    ['sender_entity_code', { sender_entity_code: '1000000000000025' }],
    ['sender_store_code', { sender_store_code: 'PEN01' }],
    ['customer.entity_code', { customer: { entity_code: '2000000000000001' } }],
  ])('%s is refused by its name, and nothing is stored', async (field, changed) => {
    const customer = { entity_code: BUYER_CODE }
    const before = await buildDocument(world, { status: 'Approval Rejected', customer })
    const stored = await storedIn(world)
    const edit = payload({ uuid: before.id, customer, ...changed })
    const { status, body } = await submit(world, 'aminah', edit)
    expect(status).toBe(400)
    const told = { invoice_number: expect.any(String), type: expect.any(String) }
    expect(body.errors).toEqual([
      {
        invoice_number: expect.any(String),
        errors: [{ ...told, details: { [field]: [expect.any(String)] } }],
      },
    ])
    expect(body[field]).toEqual([expect.stringMatching(/edit/)])
    expect(await documentOf(world, before.id)).toEqual(before)
    expect(await storedIn(world)).toEqual(stored)
  })

  test('passes unchanged, as the form sends it', async () => {
    const given = { status: 'Approval Rejected', customer: { entity_code: BUYER_CODE } } as const
    const { id, content } = await buildDocument(world, given)
    const { invoice_number, invoice_date, invoice_type, document_type, selfbilling } = content
    const { sender_entity_code, sender_store_code } = content
    const header = { invoice_number, invoice_date, invoice_type, document_type, selfbilling }
    const place = { sender_entity_code, sender_store_code }
    const edit = payload({ uuid: id, ...header, ...place, customer: { entity_code: BUYER_CODE } })
    expect(await submit(world, 'aminah', edit)).toMatchObject({ status: 200 })
  })

  test('passes unsaid, and the source stays what it was', async () => {
    const given = { status: 'Approval Rejected', customer: { entity_code: BUYER_CODE } } as const
    const before = await buildDocument(world, given)
    const { invoice_type: _, ...edit } = payload({ uuid: before.id, source: 'ERP' })
    expect(await submit(world, 'aminah', edit)).toMatchObject({ status: 200 })
    expect((await documentOf(world, before.id)).content).toEqual(before.content)
  })
})

describe.each(EDITABLE)('of a document that is %s', (status) => {
  const customer = { entity_code: BUYER_CODE }
  const corrected = {
    ...{ name: 'Seri Jaya Baru Sdn Bhd', tin_no: 'C20830570210', identity_number: '201901054321' },
    ...{ email: '', contact_number: '+60387654321' },
    ...{ address1: '7 Jalan Kenari', zipcode: '47100', city: 'Puchong', state: '10' },
  }

  test('the particulars of the same customer may be brought up to date', async () => {
    const { id } = await buildDocument(world, { status, customer })
    const edit = payload({ uuid: id, customer: { ...customer, ...corrected } })
    expect(await submit(world, 'aminah', edit)).toMatchObject({ status: 200 })
    const { status: now, content } = await documentOf(world, id)
    expect(now).toBe('Pending Approval')
    expect(content.customer).toMatchObject({ ...customer, ...corrected })
  })

  test('those of another customer are refused, and nothing is stored', async () => {
    const before = await buildDocument(world, { status, customer })
    const edit = payload({ uuid: before.id, customer: { ...corrected, entity_code: '2000000000000001' } })
    expect(await submit(world, 'aminah', edit)).toMatchObject({
      status: 400,
      body: { 'customer.entity_code': [expect.stringMatching(/edit/)] },
    })
    expect(await documentOf(world, before.id)).toEqual(before)
  })
})

test('the editor is not the creator, and neither of them may approve the edit', async () => {
  const { id } = await buildDocument(world, {
    status: 'Approval Rejected',
    who: 'ezra',
    sender_store_code: 'PEN01',
  })
  await submit(world, 'devi', payload({ uuid: id, sender_store_code: 'PEN01' }))
  expect(await documentOf(world, id)).toMatchObject({
    created_by: world.company.users.ezra,
    edited_by: [world.company.users.devi],
  })
  expect(await decide(world, 'devi', id)).toMatchObject({ status: 409, body: { code: 'own_document' } })
  expect(await decide(world, 'ezra', id)).toMatchObject({ status: 409, body: { code: 'own_document' } })
  expect(await decide(world, 'bakri', id)).toMatchObject({ status: 200 })
})

test('nor may who edited it before, in whatever way, whoever edited it since', async () => {
  const { id: uuid } = await buildDocument(world, {
    status: 'Approval Rejected',
    sender_store_code: 'PEN01',
  })
  const edit = (who: Who) => submit(world, who, payload({ uuid, sender_store_code: 'PEN01' }))
  await edit('ezra')
  await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'One more point.' })
  await edit('aminah')
  expect(await decide(world, 'ezra', uuid)).toMatchObject({
    status: 409,
    body: { code: 'own_document', detail: 'You edited this document; someone else must decide.' },
  })
  const ezra = world.as('ezra')
  const many = await ezra.call(approvals.approve, { body: { documents: [{ uuid, revision: 3 }] } })
  expect(many.body.results).toMatchObject([{ uuid, result: 'refused', code: 'own_document' }])
  const { body } = await ezra.call(documents.pending, { query: { page_size: '50' } })
  expect(body.results.find((row) => row.uuid === uuid)).toMatchObject({ may_approve: { ok: false } })
  expect(await decide(world, 'bakri', uuid)).toMatchObject({ status: 200 })
})

test('an edit of another revision than the last is a conflict', async () => {
  const { id } = await buildDocument(world, { status: 'Approval Rejected' })
  const before = await storedIn(world)
  expect(await submit(world, 'aminah', payload({ uuid: id, revision: 2 }))).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', current: { revision: 1 } },
  })
  expect(await documentOf(world, id)).toMatchObject({ revision: 1, status: 'Approval Rejected' })
  expect(await storedIn(world)).toEqual(before)
  expect(await submit(world, 'aminah', payload({ uuid: id, revision: 1 }))).toMatchObject({ status: 200 })
})

test('so is one of what another edit has sent again meanwhile, whatever its status allows', async () => {
  const { id } = await buildDocument(world, { status: 'Approval Rejected' })
  expect(await submit(world, 'devi', payload({ uuid: id, revision: 1 }))).toMatchObject({ status: 200 })
  const before = await documentOf(world, id)
  expect(await submit(world, 'aminah', payload({ uuid: id, revision: 1 }))).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', current: { revision: 2, status: 'Pending Approval' } },
  })
  // Who has seen that is told the rule.
  expect(await submit(world, 'aminah', payload({ uuid: id, revision: 2 }))).toMatchObject({
    status: 409,
    body: { code: 'wrong_status' },
  })
  expect(await documentOf(world, id)).toEqual(before)
})

test.each([
  'Pending Approval',
  'Approved',
  'Submitted',
  'Outcome Unknown',
  'Validated',
  'User Cancelled',
] as const)('a document that is %s cannot be edited', async (status) => {
  const before = await buildDocument(world, { status })
  expect(await submit(world, 'aminah', payload({ uuid: before.id }))).toMatchObject({
    status: 409,
    body: { code: 'wrong_status' },
  })
  expect(await documentOf(world, before.id)).toEqual(before)
})

test('a foreign document, one of another store and none at all are the same 404', async () => {
  const before = await buildDocument(world, { status: 'Approval Rejected' })
  const absent = '00000000-0000-4000-8000-000000000000'
  const answers = [
    await submit(world, 'chong', payload({ uuid: before.id, sender_store_code: 'JHB01' })),
    await submit(world, 'ezra', payload({ uuid: before.id, sender_store_code: 'PEN01' })),
    await submit(world, 'aminah', payload({ uuid: absent })),
  ]
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 404,
      body: { detail: 'There is no such document.', UUIDs: [] },
    })
  }
  expect(await documentOf(world, before.id)).toEqual(before)
})

test('who may neither create nor edit is told so', async () => {
  const before = await buildDocument(world, { status: 'Approval Rejected' })
  for (const who of ['bakri', 'gita'] as const) {
    expect(await submit(world, who, payload({ uuid: before.id }))).toMatchObject({ status: 403 })
  }
  expect(await documentOf(world, before.id)).toEqual(before)
})

test('a bad edit is refused by field and leaves the document as it was', async () => {
  const before = await buildDocument(world, { status: 'Approval Rejected' })
  expect(await submit(world, 'aminah', payload({ uuid: before.id, items: [] }))).toMatchObject({
    status: 400,
    body: { items: [expect.any(String)] },
  })
  expect(await documentOf(world, before.id)).toEqual(before)
})

test('of ten edits at once one wins', async () => {
  const { id } = await buildDocument(world, { status: 'Approval Rejected' })
  const edits = Array.from({ length: 10 }, (_, i) =>
    submit(world, 'aminah', payload({ uuid: id, document_remarks: `Edit ${i}` })),
  )
  const statuses = (await Promise.all(edits)).map((answer) => answer.status)
  expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect(await documentOf(world, id)).toMatchObject({ revision: 2 })
})
