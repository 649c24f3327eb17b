import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'

/** What is looked at once more right before a note is sent, above all where it says NA. */
const world = await createWorld({ simulator: true })

/** A line that comes to this amount. */
const worth = (amount: string) => line({ quantity: '1', unit_price: amount, tax_type: '06', tax_rate: '0' })

/** An invoice over MYR 1,000.00 in this status. */
const invoice = (status: Status, given: Record<string, unknown> = {}) =>
  buildDocument(world, { status, items: [worth('1000')], ...given })

type Told = { authority_uuid: string | null; invoice_number: string }
const na = ({ invoice_number }: { invoice_number: string }): Told => ({
  invoice_number,
  authority_uuid: 'NA',
})

const noteOf = (type: string, original: Told, amount: string, given: Record<string, unknown> = {}) =>
  payload({
    invoice_type: type,
    original_inv_number: original.invoice_number,
    original_inv_ref_number: original.authority_uuid,
    items: [worth(amount)],
    ...given,
  })

/** The id of a note that is saved, and approved. */
const approved = async (
  type: string,
  original: Told,
  amount: string,
  given: Record<string, unknown> = {},
) => {
  const made = await submit(world, 'aminah', noteOf(type, original, amount, given))
  expect(made.status, made.text).toBe(200)
  const [id = ''] = made.body.UUIDs as string[]
  await decide(world, 'devi', id)
  return id
}

/** As if whatever led there had happened now. */
const put = (id: string, status: Status) =>
  on(world.db)
    .updateTable('documents')
    .set({ status, modified_at: world.clock.now() })
    .where('id', '=', id)
    .execute()

/** What became of a note that was to be sent, with the last line of its message. */
const sent = async (id: string) => {
  await sendApproved(world.engine, await documentOf(world, id))
  const { status, status_message, invoice_number } = await documentOf(world, id)
  expect(await ledgerOf(world, invoice_number)).toHaveLength(status === 'Submitted' ? 1 : 0)
  return status === 'Submitted' ? status : status_message.split('\n').at(-1)
}

/** It was withdrawn, and its number is that of one that charges so much. */
const replace = async ({ id, invoice_number }: { id: string; invoice_number: string }, amount: string) => {
  await put(id, 'User Cancelled')
  await invoice('Pending Approval', { source: 'API', invoice_number, items: [worth(amount)] })
}

const fallen = (number: string, status: Status) =>
  `original_inv_ref_number: ${number} is ${status}; LHDN takes notes of valid documents only.`

test.each<Status>(['Invalid', 'User Cancelled'])(
  'a note that says NA is not sent once the document of that number is %s',
  async (status) => {
    const original = await invoice('Submission Failed')
    const notes = [await approved('02', na(original), '1000'), await approved('03', na(original), '1')]
    world.clock.advance(1_000)
    await put(original.id, status)
    for (const id of notes) expect(await sent(id)).toBe(fallen(original.invoice_number, status))
  },
)

test('a note that says NA waits for what LHDN says to the cancellation of its original', async () => {
  const original = await invoice('Submission Failed')
  const { id: document_id, sender_entity_id, invoice_number } = original
  const note = await approved('03', na(original), '1')
  await put(document_id, 'Validated')
  const now = world.clock.now()
  const asked = { document_id, sender_entity_id, state: 'intent' as const, intended_at: now }
  await on(world.db)
    .insertInto('cancellations')
    .values({ ...asked, reason: 'Wrong buyer', actor_name: 'Devi' })
    .execute()
  const answer = (state: 'unclear' | 'refused') =>
    on(world.db).updateTable('cancellations').set({ state }).where('document_id', '=', document_id).execute()
  for (const state of ['unclear', 'refused'] as const) {
    const why = `original_inv_ref_number: ${invoice_number} is being cancelled. Retry once LHDN has answered.`
    expect(await sent(note)).toBe(why)
    await answer(state)
    await put(note, 'Approved')
  }
  expect(await sent(note)).toBe('Submitted')
})

test('it is sent where another one bears that number by now, or where that was free before', async () => {
  const again = await invoice('Submission Failed')
  const note = await approved('02', na(again), '1000')
  world.clock.advance(1_000)
  await put(again.id, 'User Cancelled')
  await invoice('Pending Approval', { source: 'API', invoice_number: again.invoice_number })
  expect(await sent(note)).toBe('Submitted')

  const before = await invoice('User Cancelled')
  world.clock.advance(1_000)
  expect(await sent(await approved('02', na(before), '5000'))).toBe('Submitted')
})

/** Edits a note as it is, after it came back. */
const resave = async (id: string, original: Told) => {
  await put(id, 'Submission Failed')
  return submit(world, 'aminah', noteOf('02', original, '1000', { uuid: id }))
}

test('an edit of a note says at once that the document of that number was cancelled', async () => {
  const { id, invoice_number } = await invoice('Submission Failed')
  const original = na({ invoice_number })
  const note = await approved('02', original, '1000')
  world.clock.advance(1_000)
  await put(id, 'User Cancelled')
  expect(await resave(note, original)).toMatchObject({
    status: 400,
    body: {
      original_inv_ref_number: [
        `${invoice_number} is User Cancelled; LHDN takes notes of valid documents only.`,
      ],
    },
  })
  // It is of the one that bears the number now, and held to that.
  await invoice('Pending Approval', { source: 'API', invoice_number, items: [worth('999.99')] })
  expect(await resave(note, original)).toMatchObject({
    status: 400,
    body: { total_payable_amount: [expect.stringContaining('At most MYR 999.99 is left')] },
  })
})

test('and is taken where it was cancelled before the note was made', async () => {
  const before = na(await invoice('User Cancelled'))
  world.clock.advance(1_000)
  const note = await approved('02', before, '1000')
  expect((await resave(note, before)).status).toBe(200)
})

test('a note is not sent where the document of its number charges less by now', async () => {
  const original = await invoice('Submission Failed')
  const first = await approved('02', na(original), '600')
  world.clock.advance(1_000)
  const second = await approved('04', na(original), '300')
  await replace(original, '500')
  const why =
    `total_payable_amount: The notes of ${original.invoice_number} would credit MYR 900.00 together; ` +
    'it charges MYR 500.00 by now.'
  // The other one fits by itself. What failed goes out again only once it was looked at again.
  expect([await sent(first), await sent(second)]).toEqual([why, 'Submitted'])
  expect(await world.as('devi').call(documents.retry, { params: { uuid: first } })).toMatchObject({
    status: 200,
  })
  expect(await sent(first)).toBe(why)
})

test('of several in one call those are sent that fit', async () => {
  const original = await invoice('Submission Failed')
  const first = await approved('02', na(original), '600')
  world.clock.advance(1_000)
  const second = await approved('04', na(original), '300')
  await on(world.db)
    .updateTable('documents')
    .set({ lane: 'bulk' })
    .where('id', 'in', [first, second])
    .execute()
  await replace(original, '500')
  expect(await sent(first)).toContain('would credit MYR 900.00 together')
  expect((await documentOf(world, second)).status).toBe('Submitted')
})

test('a note that was stored before its document is held to that', async () => {
  const number = 'LATE-1'
  const unnamed = na({ invoice_number: number })
  const much = await approved('02', unnamed, '1000.01')
  const other = await approved('02', unnamed, '1', { invoice_currency: 'USD', currency_exchange_rate: '4.2' })
  await invoice('Pending Approval', { source: 'API', invoice_number: number })
  expect(await sent(much)).toBe(
    `total_payable_amount: The notes of ${number} would credit MYR 1,000.01 together; it charges MYR 1,000.00 by now.`,
  )
  expect(await sent(other)).toBe(`invoice_currency: ${number} is in MYR; a note that credits it is, too.`)
})

test('what debit notes charged and no longer do is not credited', async () => {
  const original = await invoice('Validated')
  const debit = await approved('03', original, '500')
  await put(debit, 'Validated')
  const credit = await approved('02', original, '1500')
  await put(debit, 'User Cancelled')
  expect(await sent(credit)).toContain('would credit MYR 1,500.00 together; it charges MYR 1,000.00 by now.')
})

test('what waits beside it and may never go out keeps no note that fits', async () => {
  const original = await invoice('Submission Failed')
  const note = await approved('02', na(original), '400')
  await submit(world, 'aminah', noteOf('02', na(original), '600'))
  await replace(original, '400')
  expect(await sent(note)).toBe('Submitted')
})
