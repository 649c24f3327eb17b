import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { chain } from '#contract/logs/chain.ts'
import { SECOND_MS } from '#domain/time/units.ts'
import { addEvents } from '../../test/chain/chained-world.ts'
import { atEnd } from '../../test/ending/at-end.ts'
import { holdOpen } from '../../test/held-open.ts'
import { seeded } from '../../test/simulation/random.ts'
import { createWorld, type World } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { LEASE_MS, withLease } from '../platform/db/lease.ts'
import { RECORD_KINDS } from '../worker.ts'
import { beginVerification, readVerification } from './verification.ts'
import { giveUpVerification, runVerification } from './verify.job.ts'

const world = await createWorld()
const { db, clock, anchors } = world
const devi = world.as('devi')
const LOOK_MS = 20

await inTransaction(db, async (tx) => {
  for (let seed = 1; seed <= 20; seed++) await addEvents(tx, seeded(seed), [null])
})

const begin = async () => {
  clock.advance(SECOND_MS)
  const { status, body } = await devi.call(chain.verify, {})
  return { status, run: body }
}
const read = async () => (await devi.call(chain.verification, {})).body.run
const ids = async () =>
  (
    await sql<{ run_id: string }>`SELECT data->>'run_id' AS run_id FROM pgboss.job
      WHERE name = 'evidence.verify' ORDER BY created_on`.execute(db)
  ).rows.map(({ run_id }) => run_id)
const workOn = ({ db, clock, anchors }: World, run_id = '', more = {}) =>
  runVerification(
    { db, clock, anchors, kinds: RECORD_KINDS, ...more },
    { run_id },
    { signal: new AbortController().signal },
  )
const work = (run_id?: string, more = {}) => workOn(world, run_id, more)

describe('a verification', () => {
  it('is not there before somebody begins one', async () => {
    expect(await read()).toBeNull()
  })

  it('is one however often it is asked for at once, and is seen until somebody works at it', async () => {
    const answers = await Promise.all([begin(), begin(), begin()])
    const waiting = { state: 'waiting', begun_by: 'Devi Krishnan', ended_at: null, verdict: null }
    for (const { status, run } of answers) {
      expect([status, run]).toMatchObject([202, waiting])
      expect(run).toEqual(answers[0]?.run)
    }
    expect(await read()).toMatchObject(waiting)
    expect(await ids()).toHaveLength(1)
  })

  it('tells how far it is while it runs', async () => {
    const [run_id] = await ids()
    const seen: unknown[] = []
    // It compares when it has read all records.
    const compare = async () => void seen.push((await readVerification({ db })).run)
    await work(run_id, { kinds: RECORD_KINDS.map((kind) => ({ ...kind, compare })) })
    const run = await read()
    const all = { records_done: run?.records_done, records_total: run?.records_done }
    expect(seen[0]).toMatchObject({ state: 'running', verdict: null, ...all })
    expect(run).toMatchObject({ state: 'done', ended_at: expect.any(String), verdict: { intact: true } })
    expect(run?.records_done).toBe(run?.verdict?.checked.records)
    expect(run?.records_done).toBeGreaterThan(50)
  })

  it('that has ended is not begun anew by its job, and another one may begin', async () => {
    const [run_id] = await ids()
    const before = await read()
    await work(run_id)
    expect(await read()).toEqual(before)
    expect((await begin()).run).toMatchObject({ state: 'waiting', records_done: 0 })
  })

  it('waits for the lease of another worker, which may still be at it', async () => {
    const run_id = (await ids()).at(-1)
    const held = withLease(db, 'evidence.verify', () => expect(work(run_id)).rejects.toThrow('under way'))
    await held
    expect(await read()).toMatchObject({ state: 'waiting' })
  })

  it('that no worker brings to its end says so, and lets a new one begin', async () => {
    const run_id = (await ids()).at(-1) ?? ''
    await giveUpVerification({ db, clock, anchors, kinds: RECORD_KINDS }, { run_id })
    expect(await read()).toMatchObject({ state: 'broken_off', verdict: null, ended_at: expect.any(String) })
    expect((await begin()).run.state).toBe('waiting')
  })

  it('is begun by Lulus itself each week, unless one is open', async () => {
    const before = (await ids()).length
    const weekly = async () => {
      clock.advance(SECOND_MS)
      await beginVerification({ db, caller: undefined, now: clock.now() })
    }
    await weekly()
    expect(await ids()).toHaveLength(before)
    await work((await ids()).at(-1))
    await weekly()
    expect(await read()).toMatchObject({ state: 'waiting', begun_by: 'Lulus' })
    expect(await ids()).toHaveLength(before + 1)
  })

  it('names the first row that is not as it was written', async () => {
    await sql`UPDATE audit_events SET new_value = 'Tipu' WHERE nr = (SELECT min(nr) FROM audit_events)`.execute(
      db,
    )
    await work((await ids()).at(-1))
    expect((await read())?.verdict).toMatchObject({
      intact: false,
      first_problem: { chain: 'installation', name: '', kind: 'audit_events', what: 'altered' },
    })
  })
})

it('of a worker that is killed in its middle is brought to its end by the next try', async () => {
  const other = await createWorld()
  await inTransaction(other.db, (tx) => addEvents(tx, seeded(1), [null]))
  // Whoever verifies waits for the records of the authority's answers, as it would for a slow disk.
  const table = sql`LOCK TABLE authority_answers IN ACCESS EXCLUSIVE MODE`
  const slow = await holdOpen(other, (tx) => table.execute(tx))
  const script = join(import.meta.dirname, 'fixtures/verifying-worker.ts')
  const doomed = fork(script, [JSON.stringify(other.connection)], { execArgv: [] })
  atEnd(() => void doomed.kill('SIGKILL'))
  await other.as('devi').call(chain.verify, {})
  const state = async () => (await other.as('devi').call(chain.verification, {})).body.run?.state
  const until = async (wanted: string) => {
    while ((await state()) !== wanted) await sleep(LOOK_MS)
  }
  await until('running')
  const ended = once(doomed, 'exit')
  doomed.kill('SIGKILL')
  await ended
  await slow.commit()
  expect(await state()).toBe('running')
  // The queue gives its job to another worker (platform/jobs/killed.test.ts), which waits until the lease is free.
  const { rows } = await sql<{ id: string }>`SELECT id FROM verification_runs`.execute(other.db)
  await vi.waitFor(() => workOn(other, rows[0]?.id), { timeout: 3 * LEASE_MS })
  expect(await state()).toBe('done')
})
