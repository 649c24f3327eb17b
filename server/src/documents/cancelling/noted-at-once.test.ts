import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { buildDocument, decide, documentOf, payload } from '../../../test/build.ts'
import { holdOpen, untilWaiting } from '../../../test/held-open.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { Engine } from '../store/engine.ts'
import type { DocumentRow } from '../store/rows.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { cancellationsOf } from './cancellations.ts'

/** A note that says NA goes out in the moment in which its original is cancelled: one of the two sees the other. */
const world = await createWorld({ simulator: true })

/** A valid document, and an approved note of it that was saved before its UUID was known. */
const noted = async () => {
  const { id, invoice_number } = await buildDocument(world)
  const refers = { invoice_type: '02', original_inv_number: invoice_number, original_inv_ref_number: 'NA' }
  const note = await buildDocument(world, { who: 'devi', ...refers })
  await decide(world, 'bakri', id)
  await sendApproved(world.engine, await documentOf(world, id))
  const { sender_entity_id, submission_uid } = await documentOf(world, id)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  await decide(world, 'bakri', note.id)
  const [original, approved] = [await documentOf(world, id), await documentOf(world, note.id)]
  expect([original.status, approved.status]).toEqual(['Validated', 'Approved'])
  return { original, note: approved }
}

const devi = world.as('devi')
const reason = 'Wrong buyer'
const ACTS = [
  [
    'cancelled',
    ({ id: uuid }: DocumentRow) => devi.callWrongly(documents.cancel, { params: { uuid }, body: { reason } }),
  ],
  [
    'corrected',
    ({ id: uuid }: DocumentRow) =>
      devi.callWrongly(intake.correct, { params: { uuid }, body: { reason, invoice: payload() } }),
  ],
] as const

/** Until so many wait for a lock, or this is over without. */
const untilWaitingOr = (over: Promise<unknown>, count: number) => {
  let wanted = count
  void over.then(() => {
    wanted = 0
  })
  return untilWaiting(world.db, () => wanted)
}

test.each(ACTS)('the note first: its original is not %s', async (_how, act) => {
  const { original, note } = await noted()
  const [built, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const engine: Engine = {
    ...world.engine,
    step: async (name) => {
      if (name !== 'send: built') return
      built.resolve()
      await go.promise
    },
  }
  const sending = sendApproved(engine, note)
  await built.promise
  const acting = act(original)
  await untilWaitingOr(acting, 1)
  go.resolve()
  await sending
  expect(await acting).toMatchObject({ status: 409, body: { code: 'note_first' } })
  expect(await cancellationsOf(world.db, original.id)).toEqual([])
  expect((await documentOf(world, original.id)).status).toBe('Validated')
  expect((await documentOf(world, note.id)).status).toBe('Submitted')
})

test.each(ACTS)('the cancellation first: the note of what is %s is not sent', async (_how, act) => {
  const { original, note } = await noted()
  // It has looked for notes, and has not committed.
  const held = await holdOpen(world, (tx) => sql`LOCK TABLE cancellations IN SHARE MODE`.execute(tx))
  const acting = act(original)
  await untilWaiting(world.db, () => 1)
  const sending = sendApproved(world.engine, note)
  await untilWaitingOr(sending, 2)
  await held.commit()
  await sending
  expect(await acting).toMatchObject({ status: 200 })
  expect((await documentOf(world, original.id)).status).toBe('User Cancelled')
  expect(await documentOf(world, note.id)).toMatchObject({
    status: 'Submission Failed',
    // Whether LHDN has answered by then is a matter of milliseconds.
    status_message: expect.stringMatching(/is being cancelled|is User Cancelled/),
  })
  expect(await ledgerOf(world, note.invoice_number)).toEqual([])
})
