import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { documents } from '#contract/documents.ts'
import { entities } from '#contract/entities.ts'
import { intake } from '#contract/intake.ts'
import { items } from '#contract/items.ts'
import { apiKeys } from '#contract/people/api-keys.ts'
import { session } from '#contract/people/session.ts'
import { templates } from '#contract/templates.ts'
import { buildCustomer, buildDocument, decide, documentOf, payload, submit } from '../../test/build.ts'
import { createWorld, type Who, type World } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { sendApproved } from '../documents/sending/send.job.ts'
import { pollSubmission } from '../documents/verdicts/poll.job.ts'
import { createItem } from '../items/create.ts'
import { inTransaction } from '../platform/db/database.ts'
import { everyWarning } from './access/warnings.ts'

const world = await createWorld({ simulator: true })
const { kinabalu, selat } = world.company.entities
const { entity_code, name } = ENTITIES.kinabalu
const WHY = `${name} is deactivated.`
const devi = world.as('devi')
/** Where nothing stays deactivated. */
const other = await createWorld({ simulator: true })

const setIn = (
  place: World,
  is_active: boolean,
  { who = 'devi', id = place.company.entities.kinabalu }: Given = {},
) => place.as(who).call(entities.setActive, { params: { id }, body: { is_active } })
type Given = { who?: Who; id?: string }
const BUYER = { ...payload().customer, tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' }
const ITEM = { classification: '022', item_description: 'Kertas A4', tax_type: '06', tax_rate: '0' }

test('who may, and what is told', async () => {
  const { selat: id } = other.company.entities
  for (const who of ['aminah', 'chong', 'key'] as const)
    expect((await setIn(other, false, { who })).status).toBe(403)
  expect((await setIn(other, false, { id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  const already = { code: 'already_so', detail: `${name} is active already.` }
  expect((await setIn(other, true)).body).toMatchObject(already)
  const { status, body } = await setIn(other, false, { id })
  expect([status, body]).toMatchObject([200, { id, is_active: false }])
  expect((await setIn(other, true, { id })).body.is_active).toBe(true)
  const { rows } = await sql`SELECT field, old_value, new_value, actor_name FROM audit_events
    WHERE target_id = ${id} ORDER BY nr`.execute(other.db)
  const told = { field: 'is_active', actor_name: 'Devi Krishnan' }
  expect(rows).toEqual([
    { ...told, old_value: 'true', new_value: 'false' },
    { ...told, old_value: 'false', new_value: 'true' },
  ])
})

test('of ten who deactivate it at once one does, and the others learn so', async () => {
  const ten = await Promise.all(Array.from({ length: 10 }, () => setIn(other, false)))
  expect(ten.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  await setIn(other, true)
})

test('the documents that wait are counted before it is done', async () => {
  const { entities: ids } = other.company
  const ask = (id: string) => other.as('devi').call(documents.unfinished, { params: { id } })
  await buildDocument(other)
  await buildDocument(other, { status: 'Validated' })
  await buildDocument(other, { status: 'Submitted' })
  await buildDocument(other, { status: 'Approved' })
  expect((await ask(ids.kinabalu)).body).toEqual({ pending: 1, on_their_way: 2 })
  expect((await ask(ids.selat)).body).toEqual({ pending: 0, on_their_way: 0 })
  expect((await ask('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('of a deactivated company no certificate is warned of, unless documents of it wait', async () => {
  const { selat: id } = other.company.entities
  await sql`UPDATE entity_certificates SET not_after = ${other.clock.now()}`.execute(other.db)
  const warned = async () =>
    (await other.as('devi').call(entities.warnings, {})).body.warnings.map((one) => one.sender_entity_id)
  expect(await warned()).toContain(id)
  for (const each of Object.values(other.company.entities)) await setIn(other, false, { id: each })
  expect(await warned(), 'Kinabalu has documents on their way').toEqual([other.company.entities.kinabalu])
  const told = (await everyWarning({ db: other.db, now: other.clock.now() })).map(
    (one) => one.sender_entity_id,
  )
  expect(told).toEqual(await warned())
})

describe('while a company is deactivated', async () => {
  const pending = await buildDocument(world)
  const rejected = await buildDocument(world, { status: 'Approval Rejected' })
  const validated = await buildDocument(world, { status: 'Validated' })
  const approved = await buildDocument(world, { status: 'Approved' })
  const customer_id = await buildCustomer(world, { name: 'Seri Jaya' })
  const item_id = await inTransaction(world.db, (tx) =>
    createItem(tx, { ...ITEM, sender_entity_id: kinabalu }, world.clock.now()),
  )
  await setIn(world, false)

  it.each([
    ['the form', 'aminah', {}],
    ['a superadmin', 'devi', { sender_entity_code: entity_code }],
    ['an API key', 'key', {}],
    ['an edit', 'aminah', { uuid: rejected.id }],
  ] as const)('%s makes no document for it', async (_, who, given) => {
    const { status, body } = await submit(world, who, payload(given))
    expect([status, body.sender_entity_code]).toEqual([400, [WHY]])
  })

  it('a program still edits nothing by the number of its own document', async () => {
    const { invoice_number } = rejected
    const { status, body } = await submit(world, 'aminah', payload({ invoice_number }))
    expect([status, body.sender_entity_code]).toEqual([400, [WHY]])
    expect(await documentOf(world, rejected.id)).toEqual(rejected)
  })

  it('nothing else is made for it, or changed', async () => {
    const body = { sender_entity_code: entity_code }
    const key = { name: 'Till', store_codes: ['KUL01'], flags: ['can_create_invoice' as const] }
    const [aminah, key_body] = [world.as('aminah'), { ...key, ...body, expires_on: '2026-12-31' }]
    const calls = [
      aminah.callWrongly(customers.create, { body: { ...BUYER, ...body } }),
      aminah.callWrongly(customers.update, { params: { id: customer_id }, body: BUYER }),
      aminah.callWrongly(items.create, { body: { ...ITEM, ...body } }),
      aminah.callWrongly(items.update, { params: { id: item_id }, body: ITEM }),
      aminah.callWrongly(intake.preview, { body: payload() }),
      devi.callWrongly(apiKeys.create, { body: key_body }),
    ]
    for (const { status, body: said, text } of await Promise.all(calls))
      expect([status, said.sender_entity_code], text).toEqual([400, [WHY]])
    const template = await aminah.callWrongly(templates.save, {
      body: { name: 'Monthly', data: { invoice: {} } },
    })
    expect([template.status, template.body['data.invoice.sender_entity_code']]).toEqual([400, [WHY]])
  })

  it('of two companies the other one is taken where none is named', async () => {
    const { status, text } = await devi.callWrongly(items.create, { body: ITEM })
    expect(status, text).toBe(201)
    const { rows } = await sql<{ sender_entity_id: string }>`
      SELECT sender_entity_id FROM portal_items ORDER BY created_at DESC, id DESC`.execute(world.db)
    expect(rows.map((row) => row.sender_entity_id)).toContain(selat)
  })

  it('everything of it can be read', async () => {
    const reads = [
      world.as('aminah').call(documents.get, { params: { uuid: validated.id } }),
      world.as('aminah').call(documents.pdf, { query: { uuid: validated.id } }),
      world.as('aminah').call(customers.find, { query: {} }),
      world.as('bakri').call(documents.pending, { query: {} }),
    ]
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const profile = (await world.as('aminah').call(session.profile, {})).body
    expect(profile.sender_entities.map((one) => [one.id, one.is_active])).toEqual([[kinabalu, false]])
  })

  it('what waits is approved or rejected, and what is approved is sent and gets its verdict', async () => {
    expect((await decide(world, 'bakri', pending.id)).status).toBe(200)
    await sendApproved(world.engine, { sender_entity_id: kinabalu, lane: approved.lane })
    const sent = await documentOf(world, approved.id)
    expect([sent.status, (await documentOf(world, pending.id)).status]).toEqual(['Submitted', 'Submitted'])
    world.clock.advance(60_000)
    await pollSubmission(world.engine, {
      sender_entity_id: kinabalu,
      submission_uid: sent.submission_uid ?? '',
    })
    expect((await documentOf(world, approved.id)).status).toBe('Validated')
    const cancelled = await devi.call(documents.cancel, {
      params: { uuid: validated.id },
      body: { reason: 'Wrong buyer' },
    })
    expect(cancelled.body.status).toBe('User Cancelled')
  })

  it('once it is active again, all of this is open', async () => {
    await setIn(world, true)
    expect((await submit(world, 'aminah', payload())).status).toBe(200)
  })
})
