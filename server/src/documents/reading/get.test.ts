import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, line } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { on } from '../store/tables.ts'
import { sendAcross } from './fixtures/across.ts'

const world = await createWorld({ simulator: true })

const get = (who: Who, uuid: string) => world.as(who).call(documents.get, { params: { uuid } })

describe('the whole of a document', () => {
  test('has its content, parties with codes in words, and who made it', async () => {
    const { id } = await buildDocument(world)
    expect(await get('aminah', id)).toMatchObject({
      status: 200,
      body: {
        uuid: id,
        revision: 1,
        status: 'Pending Approval',
        invoice_type_description: 'Invoice',
        total_payable_amount: '137.50',
        created_by: world.company.users.aminah,
        created_by_name: 'Aminah Yusof',
        sender: {
          name: 'Kinabalu Trading Sdn Bhd',
          country: 'MYS',
          country_display: 'MALAYSIA',
          image: expect.stringMatching(/^data:image/),
        },
        customer: {
          name: 'Perniagaan Seri Jaya Sdn Bhd',
          state: '14',
          state_display: expect.stringMatching(/Kuala/),
          image: '',
        },
        items: [{ id: '1', subtotal: '125.00', tax_amount: '12.50' }],
        lhdn: null,
        attempts: [],
        file_archive: null,
        submission_date: null,
      },
    })
  })

  test('has money, quantities and rates with at least two decimals', async () => {
    const figures = { unit_price: '12.125', quantity: '20', tax_rate: '10', discount_rate: '0.5' }
    const { id } = await buildDocument(world, {
      invoice_currency: 'USD',
      currency_exchange_rate: '4.2',
      prepayment_amount: '1',
      items: [line(figures)],
    })
    expect((await get('aminah', id)).body).toMatchObject({
      currency_exchange_rate: '4.20',
      prepayment_amount: '1.00',
      rounding_amount: '0.00',
      items: [{ unit_price: '12.125', quantity: '20.00', tax_rate: '10.00', discount_rate: '0.50' }],
    })
  })

  test('after its validation has what the authority knows, what was sent, and what happened', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    const [accepted] = await ledgerOf(world, row.invoice_number)
    const { body } = await get('bakri', row.id)
    expect(body).toMatchObject({
      status: 'Validated',
      submission_date: '2026-07-15T04:00:00.000Z',
      lhdn: {
        uuid: accepted?.uuid,
        submission_uid: accepted?.submissionUid,
        validated_at: '2026-07-15T04:00:00.000Z',
        cancel_deadline: '2026-07-18T04:00:00.000Z',
        // The moment of the bytes, whatever date the clerk gave.
        issued_at: body.attempts[0]?.issued_at,
        validation_url: `${world.simulator_url}/${row.authority_uuid}/share/${row.long_id}`,
      },
      attempts: [
        {
          state: 'accepted',
          document_hash: accepted?.documentHash,
          authority_uuid: accepted?.uuid,
          submission_uid: accepted?.submissionUid,
        },
      ],
    })
    expect(body.history.map((event: { event: string; by: string }) => [event.event, event.by])).toEqual([
      ['create', 'Aminah Yusof'],
      ['approve', 'Bakri Hassan'],
      ['accept', 'LHDN'],
      ['validate', 'LHDN'],
    ])
    expect(await fetch(body.lhdn?.validation_url ?? '')).toMatchObject({ status: 200 })
  })
})

test('what the authority refused is told by field; a person’s reason is not searched for fields', async () => {
  const invalid = await buildDocument(world, { status: 'Invalid' })
  const { body } = await get('aminah', invalid.id)
  expect(body.status_message).toMatch(/\(ERR406\)/)
  expect(body.status_fields).toEqual({
    'customer.tin_no': [expect.stringMatching(/\(ERR406\) Bahasa Malaysia: TIN /)],
  })
  const rejected = await buildDocument(world, { status: 'Approval Rejected' })
  await on(world.db)
    .updateTable('documents')
    .set({ status_message: 'price: too high' })
    .where('id', '=', rejected.id)
    .execute()
  expect((await get('aminah', rejected.id)).body.status_fields).toEqual({})
})

describe('what may be done', () => {
  test('is said with the reason why not, by person', async () => {
    const { id } = await buildDocument(world)
    const may = async (who: Who) => (await get(who, id)).body.may
    expect(await may('aminah')).toMatchObject({
      approve: { ok: false, why: 'You need the permission can_approve_invoice.' },
      withdraw: { ok: true, why: '' },
      get_pdf: {
        ok: false,
        why: expect.stringMatching(/^Only possible .* Validated or .* is Pending Approval\.$/),
      },
    })
    expect(await may('bakri')).toMatchObject({
      approve: { ok: true, why: '' },
      reject: { ok: true },
      withdraw: { ok: false },
      edit: { ok: false, why: 'You need the permission can_edit_invoice.' },
    })
    expect(await may('gita')).toMatchObject({ approve: { ok: false }, fetch_updates: { ok: false } })
  })

  test('is what the server then does', async () => {
    const { id } = await buildDocument(world, { status: 'Validated' })
    const before = (await get('devi', id)).body.may.cancel
    expect(before).toEqual({ ok: true, why: '' })
    expect((await get('bakri', id)).body.may.cancel).toEqual({
      ok: false,
      why: 'Only a superadmin may do this.',
    })
    expect(
      await world.as('bakri').call(documents.cancel, { params: { uuid: id }, body: { reason: 'x' } }),
    ).toMatchObject({
      status: 403,
    })
  })
})

describe('of an answer to several departments', () => {
  const answerTo = async (who: Who, { id }: { id: string }) =>
    (await get(who, id)).body.attempts[0]?.answer ?? ''

  test('each reads what concerns its own document', async () => {
    const { kul: refused, pen: accepted } = await sendAcross(world, 'KUL01')
    const told = await answerTo('ezra', accepted)
    for (const own of [accepted.invoice_number, accepted.authority_uuid, accepted.submission_uid])
      expect(told).toContain(own)
    expect(told).not.toMatch(new RegExp(`${refused.invoice_number}|CF333`))
  })

  test('its own refusal with our words of it', async () => {
    const { kul: accepted, pen: refused } = await sendAcross(world, 'PEN01')
    const told = await answerTo('ezra', refused)
    expect(told.split('\n')).toEqual([
      refused.status_message,
      expect.stringContaining(refused.invoice_number),
    ])
    expect(told).not.toMatch(new RegExp(`${accepted.invoice_number}|${accepted.authority_uuid}`))
  })

  test('who sees them all reads what LHDN wrote', async () => {
    const { kul, pen } = await sendAcross(world, 'PEN01')
    for (const who of ['bakri', 'devi'] as const)
      for (const row of [kul, pen])
        for (const word of [kul.invoice_number, pen.invoice_number, 'CF333'])
          expect(await answerTo(who, row)).toContain(word)
  })
})

test.each([
  ['gita', 200],
  ['ezra', 404],
  ['chong', 404],
  ['key', 403],
  ['nobody', 401],
] as const)('%s is told %i about a document of KUL01', async (who, status) => {
  const { id } = await buildDocument(world)
  const answer = await get(who, id)
  expect(answer.status).toBe(status)
  if (status !== 200) expect(answer.text).not.toMatch(/Kinabalu|Seri Jaya/)
})

test('an absent document and an id that is none are told apart by status only', async () => {
  expect(await get('devi', '00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404 })
  expect(await get('devi', 'nonsense')).toMatchObject({ status: 400 })
})

test('of very many events and attempts the newest are shown, oldest of them first', async () => {
  const {
    id: document_id,
    sender_entity_id,
    content_hash,
  } = await buildDocument(world, { status: 'Approved' })
  const at = (i: number) => new Date(world.clock.now().getTime() + i * 1_000)
  const events = Array.from({ length: 250 }, (_, i) => ({
    ...{ document_id, sender_entity_id, content_hash, at: at(i), revision: 1, why: `Event ${i}` },
    ...{ actor_id: null, actor_name: 'Lulus', event: 'hold', from_status: 'Approved', to_status: 'OnHold' },
  }))
  await on(world.db).insertInto('document_history').values(events).execute()
  const { id: submission_id } = await on(world.db)
    .insertInto('submissions')
    .values({
      ...{ sender_entity_id, environment: 'simulator', sender_slot: 'single-1' },
      ...{ state: 'not_sent', intended_at: at(0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const attempts = Array.from({ length: 130 }, (_, i) => ({
    ...{ submission_id, document_id, sender_entity_id, revision: 1, invoice_type: '01', code_number: 'X' },
    ...{ total_payable_amount: '1', bytes: Buffer.from('x'), document_hash: `hash ${i}` },
    ...{ issued_at: at(i), state: 'not_sent' as const },
  }))
  await on(world.db).insertInto('attempts').values(attempts).execute()
  const { body } = await get('bakri', document_id)
  expect(body.history).toHaveLength(200)
  expect(body.history.at(-1)).toMatchObject({ why: 'Event 249' })
  expect(body.history.at(-2)).toMatchObject({ why: 'Event 248' })
  expect(body.attempts).toHaveLength(100)
  expect(body.attempts.at(-1)).toMatchObject({ document_hash: 'hash 129' })
})
