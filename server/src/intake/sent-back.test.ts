import { expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { noticesOf } from '#domain/notifications/of-document.ts'
import { buildDocument, decide, documentOf, payload } from '../../test/build.ts'
import { clearFaults, planFault } from '../../test/simulator.ts'
import { createWorld, NOON } from '../../test/world.ts'
import { resolveCancellation } from '../documents/cancelling/cancellation.job.ts'
import { cancellationsOf } from '../documents/cancelling/cancellations.ts'
import { standingOf } from '../documents/reading/standing.ts'

const world = await createWorld({ simulator: true })
const { db, engine, company } = world

/** What people are told of a document that was sent back, and of who did it. */
const toldOf = async (id: string) => {
  const [standing] = await standingOf(db, [id])
  const { body } = await world.as('devi').call(dashboard.today, {})
  const line = body.rejected?.rows.find(({ uuid }) => uuid === id)
  return { notices: standing && noticesOf(standing, NOON), by: line?.moved_by, reason: line?.reason }
}

test('What was sent back stays so by whoever did it, once LHDN cancels what it replaces', async () => {
  const original = await buildDocument(world, { status: 'Validated' })
  const params = { uuid: original.id }
  await planFault(world, 'state', '429')
  const corrected = await world
    .as('devi')
    .call(intake.correct, { params, body: { reason: 'Wrong buyer', invoice: payload() } })
  await clearFaults(world)
  const [asked] = await cancellationsOf(db, original.id)
  for (let times = 0; times < 3; times++) await resolveCancellation(engine, asked?.id ?? '')
  const [id = ''] = corrected.body.UUIDs
  await decide(world, 'bakri', id, { status: 'Rejected', rejection_reason: 'Wrong price' })
  const before = await toldOf(id)
  expect(before).toMatchObject({
    notices: [{ kind: 'sent_back', hidden_from: [company.users.bakri] }],
    ...{ by: expect.stringContaining('Bakri'), reason: 'Wrong price' },
  })
  const again = await world.as('devi').call(documents.cancel, { params, body: { reason: 'Again' } })
  expect(again.status).toBe(200)
  expect(await documentOf(world, id)).toMatchObject({ awaits_cancellation: false })
  expect(await toldOf(id)).toEqual(before)
})
