import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildBatch, buildDocument, documentOf } from '../../../test/build.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { cancelOnPortal } from '../cancelling/fixtures/portal.ts'
import { watch } from '../cancelling/watch.job.ts'
import { openAttempt } from '../sending/attempts.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { pollSubmission } from './poll.job.ts'
import { resolveAttempt } from './resolve.job.ts'

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})

const poll = ({ sender_entity_id, submission_uid }: DocumentRow) =>
  pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })

const stepsOf = ({ id }: DocumentRow) =>
  on(world.db)
    .selectFrom('document_history')
    .where('document_id', '=', id)
    .orderBy('id', 'desc')
    .limit(2)
    .select(['event', 'from_status', 'to_status', 'actor_name', 'why'])
    .execute()

test('a verdict that is learnt when the document was cancelled long ago is both, in this order', async () => {
  const sent = await buildDocument(world, { status: 'Submitted' })
  await cancelOnPortal(world, sent, 'Wrong amount')
  world.clock.advance(80 * HOUR_MS)
  await poll(sent)
  await watch(world.engine)
  expect(await documentOf(world, sent.id)).toMatchObject({
    status: 'User Cancelled',
    status_message: 'Wrong amount',
    validated_at: expect.any(Date),
  })
  const by = { actor_name: 'LHDN' }
  expect(await stepsOf(sent)).toEqual([
    { ...by, event: 'cancel', from_status: 'Validated', to_status: 'User Cancelled', why: 'Wrong amount' },
    {
      ...by,
      ...{ event: 'validate', from_status: 'Submitted', to_status: 'Validated' },
      why: 'Valid: accepted by LHDN.',
    },
  ])
})

test('of the documents of one submission only the cancelled one is cancelled', async () => {
  const batch = await buildBatch(world, 2)
  for (const { sender_entity_id, lane } of batch) await sendApproved(world.engine, { sender_entity_id, lane })
  const [kept, gone] = await Promise.all(batch.map(({ id }) => documentOf(world, id)))
  if (!kept || !gone) throw new Error('Two were to be made.')
  expect(kept.submission_uid).toBe(gone.submission_uid)
  await cancelOnPortal(world, gone, 'Twice')
  await poll(gone)
  expect((await documentOf(world, gone.id)).status).toBe('User Cancelled')
  expect((await documentOf(world, kept.id)).status).toBe('Validated')
})

test('a lost document that is found days later, and was cancelled meanwhile, is cancelled', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  const attempt = await openAttempt(world.db, lost.id, lost.revision)
  await resolveAttempt(world.engine, attempt?.id ?? '')
  const found = await documentOf(world, lost.id)
  await cancelOnPortal(world, found, 'Not ours')
  world.clock.advance(100 * HOUR_MS)
  expect((await world.as('bakri').call(documents.check, { params: { uuid: lost.id } })).status).toBe(200)
  expect(await documentOf(world, lost.id)).toMatchObject({
    status: 'User Cancelled',
    status_message: 'Not ours',
  })
})
