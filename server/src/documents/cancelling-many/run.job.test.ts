import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { cancellations } from '#contract/documents/cancellations.ts'
import { documents } from '#contract/documents.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../../test/build.ts'
import { clearFaults } from '../../../test/simulator.ts'
import { eventsOf, forgetJobs } from '../../../test/stored.ts'
import { createWorld } from '../../../test/world.ts'
import { withLease } from '../../platform/db/lease.ts'
import { cancelLease } from '../cancelling/cancellation.job.ts'
import type { Engine, Step } from '../store/engine.ts'
import { sweep } from '../sweep.job.ts'
import {
  atAuthority,
  begin,
  buildValidated,
  demandCancelledOnce,
  historyOf,
  jobsOf,
  readAs,
  settle,
  statusesOf,
  stopAs,
  work,
} from './fixtures/runs.ts'
import { goOnCancelling } from './run.job.ts'

const world = await createWorld({ simulator: true })
const KILLED = new Error('killed')

beforeEach(async () => {
  await clearFaults(world)
  await sql`DELETE FROM cancellation_runs`.execute(world.db)
  await forgetJobs(world)
})

/** The same, with something that happens at a step, the first time. */
const atStep = (at: Step, act: () => unknown, engine: Engine = world.engine): Engine => {
  let happened = false
  return {
    ...engine,
    step: async (name: Step) => {
      if (name !== at || happened) return
      happened = true
      await act()
    },
  }
}

const dieAt = (at: Step) =>
  atStep(at, () => {
    throw KILLED
  })

describe('what waits is cancelled', () => {
  test('one by one, the one whose window ends first before the others, in the name of its maker', async () => {
    const rows = await buildValidated(world, 4)
    const asked: string[] = []
    const { authority } = world.engine
    const cancelInTurn: typeof authority.cancelInTurn = (secrets, uuid, reason) => {
      asked.push(uuid)
      return authority.cancelInTurn(secrets, uuid, reason)
    }
    const run = await begin(world, rows.toReversed())
    await work(world, { ...world.engine, authority: { ...authority, cancelInTurn } })
    expect(asked).toEqual(rows.map(({ authority_uuid }) => authority_uuid))
    await demandCancelledOnce(world, rows)
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'ended', total: 4, cancelled: 4, refused: 0, waiting: 0, left_ms: 0 },
    })
  })

  test('also behind one that LHDN refuses, which is told', async () => {
    const [first, named, last] = await buildValidated(world, 3)
    if (!first || !named || !last) throw new Error('Three were built.')
    await buildDocument(world, {
      ...{ status: 'Validated', invoice_type: '02' },
      ...{ original_inv_number: named.invoice_number, original_inv_ref_number: named.authority_uuid },
    })
    const run = await begin(world, [first, named, last])
    await work(world)
    expect(await statusesOf(world, [first, named, last])).toEqual([
      ...['User Cancelled', 'Validated', 'User Cancelled'],
    ])
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'ended', cancelled: 2, refused: 1 },
      refusals: [
        {
          uuid: named.id,
          code: 'ActiveReferencingDocuments',
          why: expect.stringContaining('Cancel the note first.'),
        },
      ],
    })
  })

  test('once, by two workers at once and beside a person', async () => {
    const rows = await buildValidated(world, 5)
    const run = await begin(world, rows)
    await Promise.all([work(world), work(world), work(world)])
    await work(world)
    await demandCancelledOnce(world, rows)
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', cancelled: 5 })
  })

  test('after whoever is at one of them at this moment', async () => {
    const rows = await buildValidated(world, 1)
    const run = await begin(world, rows)
    await withLease(world.db, cancelLease(rows[0]?.id ?? ''), () => work(world))
    expect(await readAs(world, run)).toMatchObject({ state: 'cancelling', waiting: 1, refused: 0 })
    expect(await jobsOf(world)).toBe(1)
    await work(world)
    await demandCancelledOnce(world, rows)
  })

  test('counts also where somebody else cancelled it meanwhile', async () => {
    const [row] = await buildValidated(world, 1)
    if (!row) throw new Error('One was built.')
    const run = await begin(world, [row])
    const by_hand = await world
      .as('farid')
      .call(documents.cancel, { params: { uuid: row.id }, body: { reason: 'By hand' } })
    expect(by_hand.status).toBe(200)
    await work(world)
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', cancelled: 1, refused: 0 })
    expect(await eventsOf(world, row.id)).toEqual(expect.arrayContaining(['cancel']))
    expect(await historyOf(world, [row])).toMatchObject({ lines: 1, actor_name: 'Farid Rahman' })
  })
})

describe('a worker that is killed', () => {
  test.each([
    ['cancel many: turn given', {}],
    ['cancel: intent stored', { refused: 1 }],
    ['cancel: answered', {}],
    ['cancel many: answered', {}],
  ] as const)('at "%s" loses nothing, and asks for nothing twice', async (step, found) => {
    const rows = await buildValidated(world, 3)
    const run = await begin(world, rows)
    await expect(work(world, dieAt(step))).rejects.toBe(KILLED)
    expect(await readAs(world, run)).toMatchObject({ state: 'cancelling', waiting: 3 })
    await forgetJobs(world)
    await sweep(world.engine, 0)
    expect(await jobsOf(world)).toBe(1)
    const asked: string[] = []
    const { authority } = world.engine
    const cancelInTurn: typeof authority.cancelInTurn = (secrets, uuid, reason) => {
      asked.push(uuid)
      return authority.cancelInTurn(secrets, uuid, reason)
    }
    const engine = { ...world.engine, authority: { ...authority, cancelInTurn } }
    await work(world, engine)
    // What may have been asked for is found out by its own job, as after any lost answer; the others wait for that.
    await settle(world, rows[0]?.id ?? '')
    await work(world, engine)
    const cancelled = rows.slice('refused' in found ? 1 : 0)
    await demandCancelledOnce(world, cancelled)
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', cancelled: cancelled.length, ...found })
    const again = step === 'cancel many: turn given' ? rows : rows.slice(1)
    expect(asked).toEqual(again.map(({ authority_uuid }) => authority_uuid))
  })

  test('is taken up after the 72 hours: what LHDN had cancelled before counts as cancelled', async () => {
    const rows = await buildValidated(world, 1)
    const run = await begin(world, rows)
    await expect(work(world, dieAt('cancel: answered'))).rejects.toBe(KILLED)
    world.clock.advance(73 * HOUR_MS)
    await work(world)
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', unclear: 1, refused: 0 })
    await settle(world, rows[0]?.id ?? '')
    expect(await readAs(world, run)).toMatchObject({ state: 'ended', cancelled: 1, unclear: 0 })
  })

  test.each([
    ['cancel many: turn given', { not_asked: 2 }, 'Valid'],
    ['cancel: intent stored', { unclear: 1, not_asked: 1 }, 'Valid'],
    ['cancel: answered', { unclear: 1, not_asked: 1 }, 'Cancelled'],
    ['cancel many: answered', { cancelled: 1, not_asked: 1 }, 'Cancelled'],
  ] as const)(
    'at "%s" of a run that is stopped then: nothing more is asked for',
    async (step, found, there) => {
      const rows = await buildValidated(world, 2)
      const run = await begin(world, rows)
      await expect(work(world, dieAt(step))).rejects.toBe(KILLED)
      expect((await stopAs(world, 'devi', run)).body).toMatchObject({ state: 'stopped', not_asked: 1 })
      await work(world)
      expect(await readAs(world, run)).toMatchObject({ state: 'stopped', waiting: 0, ...found })
      expect(await atAuthority(world, rows)).toEqual([there, 'Valid'])
    },
  )
})

describe('meanwhile', () => {
  test('a window closes: that one is refused, and the others go on', async () => {
    const [old] = await buildValidated(world, 1)
    world.clock.advance(70 * HOUR_MS)
    const [young] = await buildValidated(world, 1)
    if (!old || !young) throw new Error('Both were built.')
    const run = await begin(world, [old, young])
    world.clock.advance(3 * HOUR_MS)
    await work(world)
    expect(await readAs(world, run)).toMatchObject({
      ...{ state: 'ended', cancelled: 1, refused: 1 },
      refusals: [{ uuid: old.id, code: 'too_late' }],
    })
    expect(await atAuthority(world, [old, young])).toEqual(['Valid', 'Cancelled'])
  })

  test.each(['cancel: intent stored', 'cancel many: answered'] as const)(
    'it is stopped at "%s": the one whose turn it is goes through, and no other',
    async (step) => {
      const rows = await buildValidated(world, 3)
      const run = await begin(world, rows)
      await work(
        world,
        atStep(step, async () => {
          const { body } = await stopAs(world, 'farid', run)
          expect(body).toMatchObject({ state: 'stopped', waiting: 1, is_asking: true, stopped_why: '' })
        }),
      )
      expect(await atAuthority(world, rows)).toEqual(['Cancelled', 'Valid', 'Valid'])
      expect(await readAs(world, run)).toMatchObject({
        ...{ state: 'stopped', cancelled: 1, not_asked: 2, waiting: 0, is_asking: false },
      })
    },
  )

  test('its maker may cancel no more: what is left stays valid, and says why', async () => {
    const rows = await buildValidated(world, 3)
    const run = await begin(world, rows)
    const become = (access_type: string) =>
      sql`UPDATE users SET access_type = ${access_type} WHERE id = ${world.company.users.devi}`.execute(
        world.db,
      )
    await work(
      world,
      atStep('cancel many: answered', () => become('staff')),
    )
    const told = await readAs(world, run, 'farid')
    const latest = (await world.as('farid').call(cancellations.latest, {})).body.runs
    expect(latest).toMatchObject([{ id: run.id, state: 'stopped', not_asked: 2 }])
    await become('superadmin')
    expect(await atAuthority(world, rows)).toEqual(['Cancelled', 'Valid', 'Valid'])
    expect(told).toMatchObject({
      ...{ state: 'stopped', cancelled: 1, not_asked: 2 },
      stopped_why: expect.stringContaining('may not cancel documents any more'),
    })
  })

  test('its maker may cancel no more while the turn is waited for: none is asked for after that', async () => {
    const rows = await buildValidated(world, 2)
    const run = await begin(world, rows)
    const become = (access_type: string) =>
      sql`UPDATE users SET access_type = ${access_type} WHERE id = ${world.company.users.devi}`.execute(
        world.db,
      )
    const { authority } = world.engine
    const awaitTurnToCancel: typeof authority.awaitTurnToCancel = async (secrets) => {
      await become('staff')
      return authority.awaitTurnToCancel(secrets)
    }
    await work(world, { ...world.engine, authority: { ...authority, awaitTurnToCancel } })
    expect(await readAs(world, run, 'farid')).toMatchObject({ state: 'stopped', not_asked: 2 })
    await become('superadmin')
    expect(await atAuthority(world, rows)).toEqual(['Valid', 'Valid'])
  })

  test('its maker is deactivated before it began: nothing is cancelled', async () => {
    const rows = await buildValidated(world, 1)
    const run = await begin(world, rows)
    const activate = (is_active: boolean) =>
      sql`UPDATE users SET is_active = ${is_active} WHERE id = ${world.company.users.devi}`.execute(world.db)
    await activate(false)
    await work(world)
    expect(await readAs(world, run, 'farid')).toMatchObject({ state: 'stopped', not_asked: 1 })
    await activate(true)
    expect(await atAuthority(world, rows)).toEqual(['Valid'])
  })

  test('the worker is to stop: it begins no further one, and leaves a job behind', async () => {
    const rows = await buildValidated(world, 2)
    await begin(world, rows)
    await forgetJobs(world)
    const stopping = new AbortController()
    const place = { sender_entity_id: world.company.entities.kinabalu, environment: 'simulator' } as const
    const engine = atStep('cancel many: answered', () => stopping.abort())
    await goOnCancelling(engine, place, { stopping: stopping.signal })
    expect(await atAuthority(world, rows)).toEqual(['Cancelled', 'Valid'])
    expect(await jobsOf(world)).toBe(1)
  })
})
