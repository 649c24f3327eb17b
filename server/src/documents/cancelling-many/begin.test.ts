import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { CANCELLED_AT_ONCE_MAX, cancellations } from '#contract/documents/cancellations.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../../test/build.ts'
import { forgetJobs, storedRows } from '../../../test/stored.ts'
import { createWorld } from '../../../test/world.ts'
import {
  atAuthority,
  begin,
  beginAs,
  buildValidated,
  jobsOf,
  readAs,
  statusesOf,
  stopAs,
  work,
} from './fixtures/runs.ts'

const world = await createWorld({ simulator: true })
const devi = world.as('devi')
const ABSENT = { id: '00000000-0000-4000-8000-000000000000' }

beforeEach(async () => {
  await sql`DELETE FROM cancellation_runs`.execute(world.db)
  await forgetJobs(world)
})

const preview = (rows: readonly { id: string }[]) =>
  devi.call(cancellations.preview, { body: { uuids: rows.map(({ id }) => id) } })

describe('before many are cancelled', () => {
  test('it is told how many can be, how long that takes, whose time ends first and why others cannot', async () => {
    const pending = await buildDocument(world)
    const old = await buildDocument(world, { status: 'Validated' })
    world.clock.advance(72 * HOUR_MS + 1_000)
    const [first, second] = await buildValidated(world, 2)
    if (!first || !second) throw new Error('Two were built.')
    const before = await storedRows(world)
    const { body } = await preview([second, pending, old, first])
    expect(body).toMatchObject({ cancellable: 2, takes_ms: 2 * 5_050 })
    expect(body.first_ends_at).toBe(
      new Date((first.validated_at?.getTime() ?? 0) + 72 * HOUR_MS).toISOString(),
    )
    const why = new Map(body.refusals.map((one) => [one.uuid, one]))
    expect(why.get(pending.id)).toMatchObject({
      code: 'wrong_status',
      invoice_number: pending.invoice_number,
    })
    expect(why.get(old.id)).toMatchObject({
      code: 'too_late',
      why: expect.stringMatching(/^The 72 hours for cancelling ended on/),
    })
    expect(body.refusals).toHaveLength(2)
    expect(await storedRows(world)).toEqual(before)
    // What waits already takes its time, and is not taken again.
    await begin(world, [first])
    expect((await preview([first, second])).body).toMatchObject({
      ...{ cancellable: 1, takes_ms: 2 * 5_050 },
      refusals: [{ uuid: first.id, code: 'being_cancelled' }],
    })
    expect((await preview([pending])).body).toMatchObject({
      cancellable: 0,
      first_ends_at: null,
      takes_ms: 0,
    })
  })
})

test('it is told of how many the 72 hours end before their turn, which take none', async () => {
  const rows = await buildValidated(world, 5)
  await begin(world, rows.slice(0, 1))
  // That one has the first turn. The others all end in 4 s, the second turn is in 5; and then in 6.
  world.clock.advance(72 * HOUR_MS - 5 * MINUTE_MS - 4_000)
  await sql`UPDATE documents SET validated_at = ${rows[0]?.validated_at}`.execute(world.db)
  await sql`UPDATE cancellation_run_documents SET cancel_by = cancel_by - interval '1 second'`.execute(
    world.db,
  )
  expect((await preview(rows.slice(1))).body).toMatchObject({ cancellable: 4, too_late: 4, takes_ms: 5_050 })
  await sql`UPDATE documents SET validated_at = validated_at + interval '2 seconds'`.execute(world.db)
  expect((await preview(rows.slice(1))).body).toMatchObject({ cancellable: 4, too_late: 3, takes_ms: 10_100 })
})

describe('a cancellation of many', () => {
  test('is noted with what cannot be cancelled, and nothing is asked within the call', async () => {
    const pending = await buildDocument(world)
    const rows = await buildValidated(world, 2)
    const answer = await beginAs(world, 'devi', [...rows, pending])
    expect(answer).toMatchObject({
      status: 201,
      body: {
        runs: [
          {
            ...{ state: 'cancelling', total: 3, waiting: 2, refused: 1, cancelled: 0, left_ms: 2 * 5_050 },
            ...{ made_by_name: 'Devi Krishnan', reason: 'Faulty upload', environment: 'simulator' },
            refusals: [{ uuid: pending.id, code: 'wrong_status' }],
          },
        ],
      },
    })
    expect(await jobsOf(world)).toBe(1)
    expect(await atAuthority(world, rows)).toEqual(['Valid', 'Valid'])
    expect(await statusesOf(world, rows)).toEqual(['Validated', 'Validated'])
  })

  test('of nothing that can be cancelled has ended at once', async () => {
    const { body } = await beginAs(world, 'devi', [await buildDocument(world)])
    expect(body.runs).toMatchObject([{ state: 'ended', waiting: 0, refused: 1 }])
    expect(await jobsOf(world)).toBe(0)
  })

  test('is one for each company', async () => {
    const [ours] = await buildValidated(world, 1)
    const theirs = await buildDocument(world, {
      status: 'Validated',
      who: 'chong',
      sender_store_code: 'JHB01',
    })
    const { body } = await beginAs(world, 'devi', [theirs, ...(ours ? [ours] : [])])
    expect(body.runs).toMatchObject([{ total: 1 }, { total: 1 }])
    expect(new Set(body.runs.map(({ company }) => company)).size).toBe(2)
    expect(await jobsOf(world)).toBe(2)
  })

  test('under one key twice is one, and two at once share the documents', async () => {
    const rows = await buildValidated(world, 4)
    const body = { uuids: rows.map(({ id }) => id), reason: 'Twice' }
    const headers = { 'idempotency-key': 'many-1' }
    const call = () => devi.call(cancellations.begin, { body }, { headers })
    const [one, same] = await Promise.all([call(), call()])
    expect(same.body).toEqual(one.body)
    const [first] = one.body.runs
    await stopAs(world, 'devi', first ?? ABSENT)
    const both = await Promise.all([beginAs(world, 'devi', rows), beginAs(world, 'farid', rows.toReversed())])
    const runs = both.flatMap((answer) => answer.body.runs)
    expect(runs.reduce((sum, { waiting }) => sum + waiting, 0)).toBe(4)
    expect(runs.reduce((sum, { refused }) => sum + refused, 0)).toBe(4)
    await work(world)
    expect(await atAuthority(world, rows)).toEqual(rows.map(() => 'Cancelled'))
  })
})

describe('nothing is begun', () => {
  test.each([
    ['aminah', 403],
    ['bakri', 403],
    ['chong', 403],
    ['gita', 403],
    ['key', 403],
    ['nobody', 401],
  ] as const)('nor told, nor stopped by %s: %i', async (who, status) => {
    const rows = await buildValidated(world, 1)
    const run = await begin(world, rows)
    const uuids = rows.map(({ id }) => id)
    const as = world.as(who)
    for (const answer of [
      await as.callWrongly(cancellations.preview, { body: { uuids } }),
      await as.callWrongly(cancellations.begin, { body: { uuids, reason: 'Wrong' } }),
      await as.callWrongly(cancellations.latest, {}),
      await as.callWrongly(cancellations.read, { params: { id: run.id } }),
      await as.callWrongly(cancellations.stop, { params: { id: run.id } }),
      await as.callWrongly(cancellations.refusals, { params: { id: run.id } }),
    ])
      expect(answer.status).toBe(status)
    expect(await readAs(world, run)).toMatchObject({ state: 'cancelling', waiting: 1 })
  })

  test('where one of them is not there', async () => {
    const rows = await buildValidated(world, 1)
    const before = await storedRows(world)
    expect(await beginAs(world, 'devi', [...rows, ABSENT])).toMatchObject({ status: 404 })
    expect(await preview([...rows, ABSENT])).toMatchObject({ status: 404 })
    for (const call of [cancellations.read, cancellations.refusals])
      expect((await devi.callWrongly(call, { params: ABSENT })).status).toBe(404)
    expect((await stopAs(world, 'devi', ABSENT)).status).toBe(404)
    expect(await storedRows(world)).toEqual(before)
  })

  test('of none, of one twice, of too many, and without a good reason', async () => {
    const { id } = ABSENT
    const wrong = (body: object) => devi.callWrongly(cancellations.begin, { body })
    for (const uuids of [
      [],
      [id, id.toUpperCase()],
      Array(CANCELLED_AT_ONCE_MAX + 1).fill(id),
      ['x'],
      id,
      null,
    ])
      expect(await wrong({ uuids, reason: 'Good' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_fields' },
      })
    for (const reason of ['', '  ', 'x'.repeat(301), undefined, 7])
      expect(await wrong({ uuids: [id], reason })).toMatchObject({
        status: 400,
        body: { reason: [expect.any(String)] },
      })
  })
})

describe('stopping', () => {
  test('leaves all that was not asked for valid, whoever of the superadmins stops', async () => {
    const rows = await buildValidated(world, 2)
    const run = await begin(world, rows)
    expect((await stopAs(world, 'farid', run)).body).toMatchObject({
      ...{ state: 'stopped', waiting: 0, not_asked: 2, cancelled: 0 },
    })
    expect((await stopAs(world, 'devi', run)).body).toMatchObject({ state: 'stopped', not_asked: 2 })
    await work(world)
    expect(await statusesOf(world, rows)).toEqual(['Validated', 'Validated'])
    expect(await atAuthority(world, rows)).toEqual(['Valid', 'Valid'])
    const { text } = await devi.call(cancellations.refusals, { params: { id: run.id } })
    expect(text.match(/It stays valid\./g)).toHaveLength(2)
    // They are free again.
    expect((await preview(rows)).body).toMatchObject({ cancellable: 2 })
  })

  test('one that has ended changes nothing', async () => {
    const run = await begin(world, await buildValidated(world, 1))
    await work(world)
    expect((await stopAs(world, 'devi', run)).body).toMatchObject({ state: 'ended', cancelled: 1 })
  })
})

test('all superadmins are told of what goes on, and its maker, for some hours, of how it ended', async () => {
  const latest = async (who: 'devi' | 'farid') =>
    (await world.as(who).call(cancellations.latest, {})).body.runs.map(({ id }) => id)
  const first = await begin(world, await buildValidated(world, 1))
  const second = await begin(world, await buildValidated(world, 1), 'farid')
  expect(await latest('devi')).toEqual([second.id, first.id])
  expect(await latest('farid')).toEqual([second.id, first.id])
  await work(world)
  expect(await latest('devi')).toEqual([first.id])
  expect(await latest('farid')).toEqual([second.id])
  world.clock.advance(5 * HOUR_MS)
  expect(await latest('devi')).toEqual([])
})
