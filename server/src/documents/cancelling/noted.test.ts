import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, payload } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { cancellationsOf } from './cancellations.ts'

/** Notes that were saved before the UUID of their original was known, and say NA: LHDN knows it for nobody's. */
const world = await createWorld({ simulator: true })

/** A valid document and a valid note of its number, or of another department's or buyer's of that number. */
const noted = async (given: Record<string, unknown> = {}) => {
  const { id, invoice_number } = await buildDocument(world)
  const refers = { invoice_type: '02', original_inv_number: invoice_number, original_inv_ref_number: 'NA' }
  const note = await buildDocument(world, { status: 'Validated', who: 'devi', ...refers, ...given })
  await decide(world, 'bakri', id)
  await sendApproved(world.engine, await documentOf(world, id))
  const { sender_entity_id, submission_uid } = await documentOf(world, id)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  const original = await documentOf(world, id)
  expect(original.status).toBe('Validated')
  return { original, note }
}

const cancel = ({ id }: DocumentRow) =>
  world.as('devi').callWrongly(documents.cancel, { params: { uuid: id }, body: { reason: 'Wrong buyer' } })

const correct = ({ id }: DocumentRow) =>
  world.as('devi').callWrongly(intake.correct, {
    params: { uuid: id },
    body: { reason: 'Wrong buyer', invoice: payload() },
  })

/** As if whatever led there had happened. */
const put = ({ id }: DocumentRow, status: Status, validated_at?: Date) =>
  on(world.db)
    .updateTable('documents')
    .set({ status, ...(validated_at && { validated_at }) })
    .where('id', '=', id)
    .execute()

test('what a note says NA of is neither corrected nor cancelled before the note is', async () => {
  const { original, note } = await noted()
  const detail = `${note.invoice_number} refers to ${original.invoice_number}. Cancel that note first.`
  // LHDN may have it.
  for (const status of ['Submitted', 'Outcome Unknown', 'Validated'] as const) {
    await put(note, status)
    for (const ask of [correct, cancel])
      expect(await ask(original), status).toMatchObject({ status: 409, body: { code: 'note_first', detail } })
  }
  expect(await cancellationsOf(world.db, original.id)).toEqual([])
  expect((await cancel(note)).status).toBe(200)
  expect((await correct(original)).status).toBe(200)
  expect((await documentOf(world, original.id)).status).toBe('User Cancelled')
})

test('a note that is on its way may be with LHDN; one that waits to be sent is not', async () => {
  const { original, note } = await noted({ status: 'Outcome Unknown' })
  // As while its sender is out, and until the slot of one that died is taken over.
  await put(note, 'Approved')
  await on(world.db)
    .updateTable('attempts')
    .set({ state: 'intent' })
    .where('document_id', '=', note.id)
    .execute()
  for (const ask of [correct, cancel])
    expect(await ask(original)).toMatchObject({ status: 409, body: { code: 'note_first' } })
  await on(world.db)
    .updateTable('attempts')
    .set({ state: 'refused' })
    .where('document_id', '=', note.id)
    .execute()
  expect((await cancel(original)).status).toBe(200)
})

test('a note that cannot be cancelled any more keeps nobody from cancelling, only from correcting', async () => {
  const { original, note } = await noted()
  await put(note, 'Validated', new Date(world.clock.now().getTime() - 72 * HOUR_MS))
  expect(await correct(original)).toMatchObject({ status: 409, body: { code: 'note_first' } })
  expect((await cancel(original)).status).toBe(200)
})

test.each([
  ['department', { sender_store_code: 'PEN01' }],
  ['buyer', { customer: { tin_no: 'C20880050010' } }],
])('a note to the same number of another %s is of another document', async (_of, given) => {
  const { original } = await noted(given)
  expect((await cancel(original)).status).toBe(200)
})
