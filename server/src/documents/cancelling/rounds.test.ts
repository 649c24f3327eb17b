import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { hearAll, itemsOf } from '../../notifications/fixtures/hearing.ts'
import { openLog } from '../../platform/log/log.ts'
import type { DocumentRow } from '../store/rows.ts'
import { askToReject } from './fixtures/portal.ts'
import { watch } from './watch.job.ts'

/** A page of two documents a run: what the watch meets where a company has hundreds of pages. */
const FEW = { page_rows: 2, reach_rows: 10_000, pages_max: { cancelled: 1, all: 1 } }

let world: World

beforeEach(async () => {
  world = await createWorld({ simulator: true })
})

/** Seven documents, an hour apart; the first one is on the last page. */
const sendSeven = async (): Promise<DocumentRow> => {
  const first = await buildDocument(world, { status: 'Validated' })
  for (let more = 1; more < 7; more++) {
    world.clock.advance(HOUR_MS)
    await buildDocument(world, { status: 'Validated' })
  }
  return first
}

const watchOften = async (runs: number, limits = FEW) => {
  for (let run = 0; run < runs; run++) {
    world.clock.advance(5 * MINUTE_MS)
    await watch(world.engine, limits)
  }
}

test('a request about one of more documents than a run looks at is noticed by a later run, and told', async () => {
  const first = await sendSeven()
  await askToReject(world, first, 'We never ordered this')
  await watchOften(3)
  expect((await documentOf(world, first.id)).reject_requested_at).toBeNull()
  await watchOften(1)
  expect(await documentOf(world, first.id)).toMatchObject({
    reject_requested_at: expect.any(Date),
    reject_reason: 'We never ordered this',
  })
  await hearAll(world)
  expect((await itemsOf(world, 'bakri')).map(({ kind }) => kind)).toContain('rejection_requested')
})

test('so is one that is made while the watch has passed its document', async () => {
  const first = await sendSeven()
  await watchOften(4)
  await askToReject(world, first, 'Late')
  await watchOften(4)
  expect((await documentOf(world, first.id)).reject_requested_at).not.toBeNull()
})

test('more documents than a search reaches are looked at in spans of time', async () => {
  const first = await sendSeven()
  await askToReject(world, first, 'Out of reach')
  await watchOften(1, { page_rows: 2, reach_rows: 4, pages_max: { cancelled: 1, all: 20 } })
  expect((await documentOf(world, first.id)).reject_requested_at).not.toBeNull()
})

test('a search that fails is asked again by the next run, where it stood', async () => {
  const first = await sendSeven()
  await askToReject(world, first, 'In spite of it')
  await watchOften(2)
  await planFault(world, 'search', '503')
  await watchOften(1)
  await watchOften(2)
  expect((await documentOf(world, first.id)).reject_requested_at).not.toBeNull()
})

test('whom a run did not come to is first in the next one', async () => {
  const ours = await buildDocument(world, { status: 'Validated' })
  const theirs = await buildDocument(world, { status: 'Validated', who: 'chong', sender_store_code: 'JHB01' })
  for (const document of [ours, theirs]) await askToReject(world, document, 'Twice')
  const { authority } = world.engine
  const slow: typeof authority.search = (credentials, wanted) => {
    world.clock.advance(5 * MINUTE_MS)
    return authority.search(credentials, wanted)
  }
  const engine = { ...world.engine, authority: { ...authority, search: slow } }
  const noticed = async () => {
    const rows = await Promise.all([ours, theirs].map(({ id }) => documentOf(world, id)))
    return rows.filter(({ reject_requested_at }) => reject_requested_at !== null).length
  }
  await watch(engine)
  expect(await noticed()).toBeLessThan(2)
  // Two companies, and two questions about each.
  for (let run = 1; run < 4; run++) await watch(engine)
  expect(await noticed()).toBe(2)
})

test('a round that was left alone for a month is not gone on with', async () => {
  await sendSeven()
  await watchOften(2)
  world.clock.advance(30 * 24 * HOUR_MS)
  const fresh = await buildDocument(world, { status: 'Validated' })
  await askToReject(world, fresh, 'Just now')
  await watchOften(1)
  expect((await documentOf(world, fresh.id)).reject_requested_at).not.toBeNull()
})

test('the log says of whom there is more than can be looked through in a day', async () => {
  await sendSeven()
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => lines.push(line) })
  await watch({ ...world.engine, log }, FEW)
  world.clock.advance(20 * HOUR_MS)
  await watch({ ...world.engine, log }, FEW)
  expect(lines).toEqual([])
  world.clock.advance(5 * HOUR_MS)
  await watch({ ...world.engine, log }, FEW)
  expect(lines.join()).toContain('were not looked through for more than a day')
  expect(lines.join()).toContain(world.company.entities.kinabalu)
})
