import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { clearFaults, planFault } from '../../../test/simulator.ts'
import { forgetJobs } from '../../../test/stored.ts'
import { createWorld } from '../../../test/world.ts'
import { createAuthority } from '../../authority/calls/client.ts'
import { places } from '../../authority/wire/environments.ts'
import { exchange } from '../../authority/wire/http.ts'
import { sharedGate } from '../../authority/wire/shared-gate.ts'
import { createEngine } from '../../worker.ts'
import { cancellationsOf } from '../cancelling/cancellations.ts'
import { standingOf } from '../reading/standing.ts'
import type { Step } from '../store/engine.ts'
import {
  atAuthority,
  begin,
  buildValidated,
  demandCancelledOnce,
  jobsOf,
  readAs,
  settle as settleOf,
  statusesOf,
  work,
} from './fixtures/runs.ts'

const world = await createWorld({ simulator: true })

const settle = (row: { id: string } | undefined) => settleOf(world, row?.id ?? '')

beforeEach(async () => {
  await clearFaults(world)
  await sql`DELETE FROM cancellation_runs`.execute(world.db)
  await forgetJobs(world)
})

describe('while LHDN is away', () => {
  test('one document is asked about and the others wait; once it answers they go on', async () => {
    const rows = await buildValidated(world, 3)
    const run = await begin(world, rows)
    const { db, box, clock, log } = world
    const gate = sharedGate({ db, box, sleep: async () => {}, spacing: () => 1 })
    const engine = createEngine({ db, box, clock, log, gate, simulator_url: world.simulator_url ?? '' })
    for (const call of ['state', 'details', 'document-types']) await planFault(world, call, '503', 100)
    await work(world, engine)
    for (let times = 0; times < 3; times++) await work(world, engine)
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'cancelling', unclear: 1, waiting: 2, cancelled: 0 },
      waits_why: expect.stringMatching(/^LHDN gave no clear answer to the last cancellation/),
    })
    expect(await jobsOf(world)).toBe(1)
    for (const row of rows.slice(1)) expect(await cancellationsOf(db, row.id)).toEqual([])
    await clearFaults(world)
    await sql`DELETE FROM authority_circuits`.execute(db)
    await settle(rows[0])
    await work(world, engine)
    expect(await statusesOf(world, rows)).toEqual(['Validated', 'User Cancelled', 'User Cancelled'])
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'ended', refused: 1, cancelled: 2, waits_why: '' },
    })
  })

  test('where only cancelling fails, one document is asked for in vain, until that is known', async () => {
    const rows = await buildValidated(world, 3)
    const run = await begin(world, rows)
    await planFault(world, 'state', '503', 100)
    for (let times = 0; times < 4; times++) await work(world)
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'cancelling', unclear: 1, waiting: 2 },
      waits_why: expect.stringMatching(/^LHDN gave no clear answer to the last cancellation/),
    })
    for (const row of rows.slice(1)) expect(await cancellationsOf(world.db, row.id)).toEqual([])
    await clearFaults(world)
    // One that LHDN never tells of holds up the others for a while only.
    world.clock.advance(16 * MINUTE_MS)
    await work(world)
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', unclear: 1, cancelled: 2 })
  })

  test('once it answers, no run of the company says that it waits, also one whose turn has not come', async () => {
    const first = await begin(world, await buildValidated(world, 2))
    const second = await begin(world, await buildValidated(world, 1))
    await work(world, { ...world.engine, secrets: async () => undefined })
    expect(await readAs(world, second)).toMatchObject({ waits_why: expect.stringContaining('missing') })
    const stopping = new AbortController()
    const engine = {
      ...world.engine,
      step: async (name: Step) => {
        if (name === 'cancel many: answered') stopping.abort()
      },
    }
    await work(world, engine, { stopping: stopping.signal })
    expect(await readAs(world, first)).toMatchObject({ waiting: 1, waits_why: '' })
    expect(await readAs(world, second)).toMatchObject({ waiting: 1, waits_why: '' })
  })

  test('what was certainly not sent has its turn again', async () => {
    const rows = await buildValidated(world, 2)
    const run = await begin(world, rows)
    await planFault(world, 'state', '429')
    await work(world)
    expect(await readAs(world, run)).toMatchObject({ state: 'cancelling', waiting: 2, unclear: 0 })
    // Nobody is told that it had no effect: it goes on by itself.
    const [first] = await standingOf(
      world.db,
      rows.slice(0, 1).map(({ id }) => id),
    )
    expect(first).toMatchObject({ status: 'Validated', cancellation: null })
    expect((await cancellationsOf(world.db, rows[0]?.id ?? '')).map(({ state }) => state)).toEqual([
      'not_sent',
    ])
    await work(world)
    await demandCancelledOnce(world, rows)
  })

  test('where LHDN refuses the credentials nothing is intended, and the run says so', async () => {
    const rows = await buildValidated(world, 2)
    const run = await begin(world, rows)
    const { clock, log, simulator_url = '' } = world
    const text = JSON.stringify({ error: 'invalid_client' })
    const network: typeof exchange = async (request) =>
      request.url.endsWith('/connect/token')
        ? { kind: 'response', status: 400, correlation_id: '', retry_after_ms: null, text }
        : exchange(request)
    const authority = createAuthority({ places: places(simulator_url), clock, log, network })
    for (let times = 0; times < 5; times++) await work(world, { ...world.engine, authority })
    for (const row of rows) expect(await cancellationsOf(world.db, row.id)).toEqual([])
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'cancelling', waiting: 2 },
      waits_why: expect.stringContaining('refused the credentials'),
    })
    await work(world)
    await demandCancelledOnce(world, rows)
  })

  test('and without credentials all wait, and say so, until their time is over', async () => {
    const rows = await buildValidated(world, 2)
    const run = await begin(world, rows)
    const engine = { ...world.engine, secrets: async () => undefined }
    await work(world, engine)
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'cancelling', waiting: 2 },
      waits_why: expect.stringContaining('credentials of this company are missing'),
    })
    for (const row of rows) expect(await cancellationsOf(world.db, row.id)).toEqual([])
    world.clock.advance(73 * HOUR_MS)
    await work(world, engine)
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', refused: 2, waits_why: '' })
  })
})

describe('an answer that is lost', () => {
  const lose = async (...faults: string[]) => {
    const rows = await buildValidated(world, 1)
    const run = await begin(world, rows)
    for (const fault of faults) await planFault(world, 'state', fault)
    await planFault(world, 'details', '503')
    await work(world)
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', unclear: 1, cancelled: 0, refused: 0 })
    return { rows, run, resolve: () => settle(rows[0]) }
  }

  test('is asked about by the job of the document, and the run tells what that found', async () => {
    const { rows, run, resolve } = await lose('truncated-json')
    await resolve()
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', unclear: 0, cancelled: 1 })
    await demandCancelledOnce(world, rows)
  })

  test('also that it did not arrive', async () => {
    const { rows, run, resolve } = await lose('reset-before')
    await resolve()
    expect(await readAs(world, run)).toMatchObject({
      ...{ unclear: 0, cancelled: 0, refused: 1 },
      refusals: [{ code: 'not_arrived', why: expect.stringContaining('Cancel it again.') }],
    })
    expect(await atAuthority(world, rows)).toEqual(['Valid'])
  })
})
