import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, line, payload } from '../../test/build.ts'
import { clearFaults, ledgerOf, moveClock, planFault } from '../../test/simulator.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { resolveCancellation } from '../documents/cancelling/cancellation.job.ts'
import { cancellationsOf } from '../documents/cancelling/cancellations.ts'
import { sendApproved } from '../documents/sending/send.job.ts'
import type { DocumentRow } from '../documents/store/rows.ts'
import { on } from '../documents/store/tables.ts'
import { sweep } from '../documents/sweep.job.ts'

const world = await createWorld({ simulator: true })
const WRONG = 'Wrong buyer'

type Given = { who?: Who; invoice?: Record<string, unknown>; reason?: unknown; key?: string }

/** As the form sends it. */
const correct = (
  { id }: Pick<DocumentRow, 'id'>,
  { who = 'devi', invoice, reason = WRONG, key }: Given = {},
) =>
  world.as(who).callWrongly(
    intake.correct,
    {
      params: { uuid: id },
      body: { reason, invoice: invoice ?? payload({ items: [line({ quantity: '9' })] }) },
    },
    { headers: key === undefined ? {} : { 'Idempotency-Key': key } },
  )

const valid = (given: Record<string, unknown> = {}) => buildDocument(world, { status: 'Validated', ...given })
const successorOf = ({ body }: { body: { UUIDs: string[] } }) => documentOf(world, body.UUIDs[0] ?? '')
const madeFor = ({ id }: DocumentRow) =>
  on(world.db).selectFrom('documents').where('corrects', '=', id).selectAll().execute()
const read = async (id: string, who: Who = 'devi') =>
  (await world.as(who).call(documents.get, { params: { uuid: id } })).body
const atAuthority = async ({ invoice_number }: DocumentRow) =>
  (await ledgerOf(world, invoice_number)).map(({ status }) => status)
const whysOf = async (id: string) => (await read(id)).history.map(({ why }) => why).filter(Boolean)
/** The job asks three times before it gives up. */
const askToTheEnd = async (original: DocumentRow) => {
  const [asked] = await cancellationsOf(world.db, original.id)
  for (let times = 0; times < 3; times++) await resolveCancellation(world.engine, asked?.id ?? '')
}

describe('a correction', () => {
  test('cancels the one and stores the other, linked both ways and told in both histories', async () => {
    const original = await valid()
    const answer = await correct(original)
    expect(answer).toMatchObject({ status: 200, body: { cancellation: { done: true, why: '' }, errors: [] } })
    const successor = await successorOf(answer)
    expect(await atAuthority(original)).toEqual(['Cancelled'])
    const link = ({ id: uuid, invoice_number }: DocumentRow, status: string) => ({
      uuid,
      invoice_number,
      status,
    })
    expect(await read(original.id)).toMatchObject({
      ...{ status: 'User Cancelled', status_message: WRONG, corrects: null },
      corrected_by: link(successor, 'Pending Approval'),
    })
    expect(await read(successor.id)).toMatchObject({
      ...{ status: 'Pending Approval', awaits_cancellation: false, corrected_by: null },
      corrects: link(original, 'User Cancelled'),
    })
    const [old, fresh] = [original.invoice_number, successor.invoice_number]
    expect(await whysOf(original.id)).toContain(`Corrected by ${fresh}: ${WRONG}`)
    expect(await whysOf(successor.id)).toEqual([
      `Corrects ${old}, and waits until LHDN has cancelled that: ${WRONG}`,
      `LHDN has cancelled ${old}, which this document corrects.`,
    ])
    expect((await decide(world, 'bakri', successor.id)).status).toBe(200)
    await sendApproved(world.engine, await documentOf(world, successor.id))
    expect(await documentOf(world, successor.id)).toMatchObject({ status: 'Submitted' })
  })

  test('into another department names neither document to the other’s readers', async () => {
    const original = await valid()
    const answer = await correct(original, { invoice: payload({ sender_store_code: 'PEN01' }) })
    const successor = await successorOf(answer)
    expect(successor).toMatchObject({ sender_store_code: 'PEN01', status: 'Pending Approval' })
    expect(await whysOf(original.id)).toContain(`Corrected by a document of another department: ${WRONG}`)
    expect(await whysOf(successor.id)).toEqual([
      `Corrects a document of another department, and waits until LHDN has cancelled that: ${WRONG}`,
      'LHDN has cancelled a document of another department, which this document corrects.',
    ])
    const read = await world.as('ezra').call(documents.get, { params: { uuid: successor.id } })
    expect([read.status, read.text]).toEqual([200, expect.not.stringContaining(original.invoice_number)])
  })

  test('of a note leaves its amount to the note that replaces it', async () => {
    const original = await valid()
    const refers = {
      invoice_type: '02',
      original_inv_number: original.invoice_number,
      original_inv_ref_number: original.authority_uuid,
    }
    const note = await valid(refers)
    expect(await correct(note, { invoice: payload(refers) })).toMatchObject({ status: 200 })
  })

  test.each(['aminah', 'bakri', 'chong', 'key', 'nobody'] as const)('is not for %s', async (who) => {
    const original = await valid()
    expect((await correct(original, { who })).status).toBe(who === 'nobody' ? 401 : 403)
    expect(await documentOf(world, original.id)).toEqual(original)
  })

  test.each(['Pending Approval', 'Submitted', 'Invalid'] as const)(
    'is not of one that is %s',
    async (status) => {
      const original = await buildDocument(world, { status })
      expect(await correct(original)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
      expect(await madeFor(original)).toEqual([])
    },
  )

  test('stores nothing and cancels nothing where the document has faults', async () => {
    const original = await valid()
    const refused = async (invoice: Record<string, unknown>, field: string) => {
      const answer = await correct(original, { invoice })
      expect(answer, answer.text).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
    }
    await refused(payload({ items: [] }), 'items')
    await refused(payload({ sender_store_code: 'JHB01' }), 'sender_entity_code')
    const { invoice_number: original_inv_number, authority_uuid: original_inv_ref_number } = original
    const note = { original_inv_number, original_inv_ref_number }
    await refused(payload({ invoice_type: '03', ...note }), 'original_inv_ref_number')
    expect((await correct(original, { reason: ' ' })).body.reason).toEqual(['Please give a reason.'])
    expect((await correct({ id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
    expect(await madeFor(original)).toEqual([])
    expect(await documentOf(world, original.id)).toEqual(original)
  })

  test('is not of what was made for another environment than the company sends to now', async () => {
    const original = await valid()
    const moveTo = (environment: 'simulator' | 'preprod') =>
      sql`UPDATE sender_entities SET environment = ${environment} WHERE id = ${original.sender_entity_id}`.execute(
        world.db,
      )
    await moveTo('preprod')
    const answer = await correct(original)
    await moveTo('simulator')
    expect(answer, answer.text).toMatchObject({ status: 409, body: { code: 'other_environment' } })
    expect(answer.body.detail).toBe(
      `${original.invoice_number} was made for the simulator; what replaces it would go to LHDN’s test system ` +
        '(preprod). Cancel it, and copy it as new.',
    )
    expect(await madeFor(original)).toEqual([])
    expect(await cancellationsOf(world.db, original.id)).toEqual([])
    expect(await atAuthority(original)).toEqual(['Valid'])
  })

  const noteTo = (original: DocumentRow, given: Record<string, unknown> = {}) =>
    valid({
      invoice_type: '02',
      original_inv_number: original.invoice_number,
      original_inv_ref_number: original.authority_uuid,
      ...given,
    })

  test('is not of one that a note refers to: nothing is stored, and LHDN is not asked', async () => {
    const original = await valid()
    const note = await noteTo(original)
    const refused = await correct(original)
    expect(refused, refused.text).toMatchObject({
      status: 409,
      body: {
        code: 'note_first',
        detail: `${note.invoice_number} refers to ${original.invoice_number}. Cancel that note first.`,
      },
    })
    expect(await madeFor(original)).toEqual([])
    expect(await cancellationsOf(world.db, original.id)).toEqual([])
  })

  test('of one that a note refers to which only LHDN knows is rejected, and says what to do first', async () => {
    const original = await valid()
    const note = await noteTo(original)
    // As if another system had made it.
    await on(world.db).updateTable('documents').set({ status: 'Invalid' }).where('id', '=', note.id).execute()
    const successor = await successorOf(await correct(original))
    expect(successor).toMatchObject({ status: 'Approval Rejected', awaits_cancellation: true })
    expect(successor.status_message.split('\n')).toEqual([
      expect.stringContaining('A note refers to this document. Cancel the note first.'),
      `${original.invoice_number} stays valid. Cancel it once that note is cancelled.`,
    ])
  })

  test('five times at once is one; the same call again answers its first result', async () => {
    const original = await valid()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => correct(original, { key: 'correct-once' })),
    )
    expect(await madeFor(original)).toHaveLength(1)
    const again = await correct(original, { key: 'correct-once' })
    expect(again).toMatchObject({ status: 200, body: { cancellation: { done: true } } })
    for (const { status, body } of answers.filter((one) => one.status === 200)) {
      expect([status, body.UUIDs]).toEqual([200, again.body.UUIDs])
    }
    expect(await correct(original, { key: 'another' })).toMatchObject({ status: 409 })
  })
})

describe('what replaces a document waits for its cancellation', () => {
  test('and where LHDN refuses that, names the other to no other department', async () => {
    const original = await valid()
    await moveClock(world, 73 * HOUR_MS)
    const successor = await successorOf(
      await correct(original, { invoice: payload({ sender_store_code: 'PEN01' }) }),
    )
    await moveClock(world, -73 * HOUR_MS)
    expect(successor).toMatchObject({ status: 'Approval Rejected', sender_store_code: 'PEN01' })
    const [why, ...next] = successor.status_message.split('\n')
    expect(why).toMatch(
      /^LHDN did not cancel a document of another department, which this document was to replace: The 72/,
    )
    expect(next.at(-1)).toBe('It stays valid. Correct it with a credit, debit or refund note.')
    expect(successor.status_message).not.toContain(original.invoice_number)
  })

  test('and is rejected with the reason and the next step where LHDN refuses that', async () => {
    const original = await valid()
    await moveClock(world, 73 * HOUR_MS)
    const answer = await correct(original)
    await moveClock(world, -73 * HOUR_MS)
    const why = expect.stringContaining('The 72 hours for cancelling are over.')
    expect(answer).toMatchObject({ status: 200, body: { cancellation: { done: false, why } } })
    const successor = await successorOf(answer)
    expect(successor).toMatchObject({ status: 'Approval Rejected', awaits_cancellation: true })
    expect(successor.status_message).toContain(`LHDN did not cancel ${original.invoice_number}`)
    expect(successor.status_message).toContain('Correct it with a credit, debit or refund note.')
    expect(await documentOf(world, original.id)).toMatchObject({ status: 'Validated' })
    // Requested again it still waits, and there is no second one.
    const edit = payload({ uuid: successor.id })
    expect(
      (await world.as('devi').callWrongly(intake.submit, { body: [{ invoices_data: edit }] })).status,
    ).toBe(200)
    expect(await decide(world, 'bakri', successor.id)).toMatchObject({
      status: 409,
      body: { code: 'awaits_cancellation' },
    })
    expect(await correct(original)).toMatchObject({ status: 409, body: { code: 'already_corrected' } })
  })

  test('and once the rejected one is thrown away, the original can be corrected anew', async () => {
    const original = await valid()
    await moveClock(world, 73 * HOUR_MS)
    const { id } = await successorOf(await correct(original))
    await moveClock(world, -73 * HOUR_MS)
    expect((await decide(world, 'devi', id, { status: 'User Cancelled' })).status).toBe(200)
    expect((await read(original.id)).corrected_by).toBeNull()
    expect(await correct(original)).toMatchObject({ status: 200, body: { cancellation: { done: true } } })
  })

  test('through a lost answer, until it is known that the cancellation had its effect', async () => {
    const original = await valid()
    await planFault(world, 'state', 'truncated-json')
    await planFault(world, 'details', '503')
    const answer = await correct(original)
    await clearFaults(world)
    expect(answer).toMatchObject({ status: 200, body: { cancellation: { done: false } } })
    const { id } = await successorOf(answer)
    expect(await decide(world, 'bakri', id)).toMatchObject({ body: { code: 'awaits_cancellation' } })
    expect((await read(id, 'bakri')).may.approve).toMatchObject({ ok: false })
    const pending = async (may_approve?: string) =>
      (await world.as('bakri').callWrongly(documents.pending, { query: { may_approve } })).body.results
    const row = {
      uuid: id,
      may_approve: { ok: false, why: expect.stringContaining('not cancelled') },
      may_reject: { ok: true, why: '' },
    }
    expect(await pending()).toEqual(expect.arrayContaining([expect.objectContaining(row)]))
    expect(await pending('true')).not.toEqual(expect.arrayContaining([expect.objectContaining({ uuid: id })]))
    await askToTheEnd(original)
    expect((await decide(world, 'bakri', id)).status).toBe(200)
  })

  test.each([
    ['did not arrive', 'reset-before', 'not_arrived'],
    ['was not sent', '429', 'not_sent'],
  ])('and goes on once the original is cancelled after all, where that %s', async (_what, fault, state) => {
    const original = await valid()
    await planFault(world, 'state', fault)
    const answer = await correct(original)
    await clearFaults(world)
    expect(answer).toMatchObject({ status: 200, body: { cancellation: { done: false } } })
    const { id } = await successorOf(answer)
    await askToTheEnd(original)
    expect((await decide(world, 'bakri', id)).status).toBe(409)
    expect((await read(original.id)).cancellation).toMatchObject({ state, reason: WRONG })
    const again = { params: { uuid: original.id }, body: { reason: 'Again' } }
    expect((await world.as('devi').call(documents.cancel, again)).status).toBe(200)
    expect((await decide(world, 'bakri', id)).status).toBe(200)
  })

  test('also where the portal dies before LHDN is asked', async () => {
    const original = await valid()
    const { engine } = world
    const { step } = engine
    engine.step = (name) => {
      if (name === 'cancel: intent stored') throw new Error('killed')
    }
    const answer = await correct(original, { key: 'killed' })
    engine.step = step
    expect(answer).toMatchObject({ status: 200, body: { cancellation: { done: false } } })
    const [successor] = await madeFor(original)
    expect(successor).toMatchObject({ status: 'Pending Approval', awaits_cancellation: true })
    expect(await correct(original, { key: 'killed' })).toMatchObject({
      status: 200,
      body: { UUIDs: [successor?.id], cancellation: { done: false } },
    })
    await askToTheEnd(original)
    expect(await atAuthority(original)).toEqual(['Valid'])
    expect((await read(original.id)).cancellation).toMatchObject({ state: 'not_arrived' })
    expect((await decide(world, 'bakri', successor?.id ?? '')).status).toBe(409)
  })

  test('and is rejected by itself once nobody can ask for that any more', async () => {
    const original = await valid()
    await planFault(world, 'state', '429')
    const { id } = await successorOf(await correct(original))
    await clearFaults(world)
    await sweep(world.engine, 0)
    expect(await documentOf(world, id)).toMatchObject({ status: 'Pending Approval' })
    world.clock.advance(74 * HOUR_MS)
    await sweep(world.engine, 0)
    world.clock.advance(-74 * HOUR_MS)
    expect(await documentOf(world, id)).toMatchObject({
      status: 'Approval Rejected',
      status_message: expect.stringContaining('The 72 hours for cancelling are over.'),
    })
  })

  test('and the database itself keeps it from being approved', async () => {
    const original = await valid()
    await planFault(world, 'state', '429')
    const { id } = await successorOf(await correct(original))
    await clearFaults(world)
    const approved = sql`UPDATE documents SET approved_hash = content_hash WHERE id = ${id}`.execute(world.db)
    await expect(approved).rejects.toThrow('documents_replaced_first')
  })
})
