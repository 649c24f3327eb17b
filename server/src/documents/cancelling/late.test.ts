import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { intake } from '#contract/intake.ts'
import { noticesOf } from '#domain/notifications/of-document.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf, line, payload } from '../../../test/build.ts'
import { clearFaults, planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { ask } from '../../entities/access/equip.ts'
import { standingOf } from '../reading/standing.ts'
import { openAttempt } from '../sending/attempts.ts'
import type { DocumentRow } from '../store/rows.ts'
import { sweep } from '../sweep.job.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { resolveAttempt } from '../verdicts/resolve.job.ts'
import { resolveCancellation } from './cancellation.job.ts'
import { cancellationsOf } from './cancellations.ts'
import { askToReject, cancelOnPortal } from './fixtures/portal.ts'
import { watch } from './watch.job.ts'

let world: World

beforeEach(async () => {
  world = await createWorld({ simulator: true })
})

const statusOf = async ({ id }: DocumentRow) => (await documentOf(world, id)).status

test('the only document, cancelled two minutes before its window closes, is cancelled here', async () => {
  const document = await buildDocument(world, { status: 'Validated' })
  world.clock.advance(72 * HOUR_MS - 3 * MINUTE_MS)
  await watch(world.engine)
  world.clock.advance(MINUTE_MS)
  await cancelOnPortal(world, document, 'At the last moment')
  world.clock.advance(4 * MINUTE_MS)
  await watch(world.engine)
  expect(await statusOf(document)).toBe('User Cancelled')
})

test.each([3, 24, 24 * 20])(
  'so is one that was cancelled while nobody watched for %i hours',
  async (hours) => {
    const document = await buildDocument(world, { status: 'Validated' })
    world.clock.advance(70 * HOUR_MS)
    await watch(world.engine)
    world.clock.advance(HOUR_MS)
    await cancelOnPortal(world, document, 'While the worker was down')
    world.clock.advance((hours - 1) * HOUR_MS)
    await watch(world.engine)
    expect(await statusOf(document)).toBe('User Cancelled')
  },
)

test('and while the search failed', async () => {
  const document = await buildDocument(world, { status: 'Validated' })
  world.clock.advance(70 * HOUR_MS)
  await watch(world.engine)
  await cancelOnPortal(world, document, 'While LHDN was away')
  await planFault(world, 'search', '503', 1_000)
  for (let run = 0; run < 36; run++) {
    world.clock.advance(5 * MINUTE_MS)
    await watch(world.engine)
  }
  expect(await statusOf(document)).toBe('Validated')
  await clearFaults(world)
  world.clock.advance(5 * MINUTE_MS)
  await watch(world.engine)
  expect(await statusOf(document)).toBe('User Cancelled')
})

test('what was known already is not asked for again: no further back than could change since then', async () => {
  await buildDocument(world, { status: 'Validated' })
  world.clock.advance(100 * HOUR_MS)
  await buildDocument(world, { status: 'Validated' })
  const from: Date[] = []
  const { authority } = world.engine
  const search: typeof authority.search = (credentials, wanted) => {
    from.push(wanted.from)
    return authority.search(credentials, wanted)
  }
  const engine = { ...world.engine, authority: { ...authority, search } }
  for (let run = 0; run < 2; run++) {
    await watch(engine)
    world.clock.advance(5 * MINUTE_MS)
  }
  // Of the cancelled ones that of the first document; of all, and of either in the next run, that of the second.
  const hours = from.map((at) => Math.round((world.clock.now().getTime() - at.getTime()) / HOUR_MS))
  expect(hours.slice(0, 2).toSorted((a, b) => a - b)).toEqual([1, 101])
  expect(hours.slice(2)).toEqual([1, 1])
})

/** The authority's verdicts take so long from now on, ms. */
const judgeAfter = (validation_delay_ms: number) =>
  ask(`${world.simulator_url}/_sim/settings`, z.unknown(), { validation_delay_ms }, 'PUT')

const poll = async ({ id }: DocumentRow): Promise<DocumentRow> => {
  const { sender_entity_id, submission_uid } = await documentOf(world, id)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  return documentOf(world, id)
}

test('a document that LHDN judged hours after it had received it is looked for where it was received', async () => {
  await judgeAfter(5 * HOUR_MS)
  const [asked, gone] = [
    await buildDocument(world, { status: 'Submitted' }),
    await buildDocument(world, { status: 'Submitted' }),
  ]
  world.clock.advance(5 * HOUR_MS)
  for (const one of [asked, gone]) expect((await poll(one)).status).toBe('Validated')
  await askToReject(world, asked, 'Wrong address')
  await cancelOnPortal(world, gone, 'Twice')
  await watch(world.engine)
  expect((await documentOf(world, asked.id)).reject_reason).toBe('Wrong address')
  expect(await statusOf(gone)).toBe('User Cancelled')
})

test('so is one whose answer was lost, although it was found only hours later', async () => {
  await judgeAfter(4 * HOUR_MS)
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  world.clock.advance(100 * MINUTE_MS)
  const attempt = await openAttempt(world.db, lost.id, lost.revision)
  await resolveAttempt(world.engine, attempt?.id ?? '')
  expect(await statusOf(lost)).toBe('Submitted')
  world.clock.advance(3 * HOUR_MS)
  const judged = await poll(lost)
  expect(judged.status).toBe('Validated')
  await cancelOnPortal(world, judged, 'Lost and found')
  await watch(world.engine)
  expect(await statusOf(lost)).toBe('User Cancelled')
  expect(judged.submitted_at?.getTime()).toBeLessThan((lost.approved_at?.getTime() ?? 0) + MINUTE_MS)
})

test('what LHDN does not tell of a cancellation is told to people past the window, and decides nothing', async () => {
  const original = await buildDocument(world, { status: 'Validated' })
  await planFault(world, 'state', '504-after-accept')
  await planFault(world, 'details', '403', 1_000)
  const answer = await world.as('devi').call(intake.correct, {
    params: { uuid: original.id },
    body: { reason: 'Wrong buyer', invoice: payload({ items: [line({ quantity: '9' })] }) },
  })
  const [successor = ''] = answer.body.UUIDs
  const [asked] = await cancellationsOf(world.db, original.id)
  const resolve = () => resolveCancellation(world.engine, asked?.id ?? '')
  world.clock.advance(80 * HOUR_MS)
  for (let times = 0; times < 30; times++) await resolve()
  await sweep(world.engine, 0)
  const told = async () => {
    const standing = await standingOf(world.db, [original.id])
    return standing.flatMap((one) => noticesOf(one, world.clock.now()).map(({ kind }) => kind))
  }
  expect(await told()).toEqual(['cancellation_failed'])
  expect(await documentOf(world, successor)).toMatchObject({
    status: 'Pending Approval',
    awaits_cancellation: true,
  })
  // It was cancelled all the while: to call it valid, and reject what replaces it, would have been wrong.
  await clearFaults(world)
  await resolve()
  expect(await statusOf(original)).toBe('User Cancelled')
  expect(await documentOf(world, successor)).toMatchObject({
    status: 'Pending Approval',
    awaits_cancellation: false,
  })
  expect(await told()).toEqual([])
})
