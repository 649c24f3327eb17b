import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import { openDatabaseWire } from '../../../test/database-wire.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { openLog } from '../log/log.ts'
import { defineJob } from './definition.ts'
import { enqueue } from './enqueue.ts'
import { installJobs } from './queues.ts'
import { type JobRun, type Jobs, openJobs } from './runner.ts'

const payload = z.object({ id: z.string() })
const givenUp = defineJob({ name: 'tests.given-up', payload, retries: 0 })
const plain = defineJob({ name: 'tests.plain', payload })
const flaky = defineJob({ name: 'tests.flaky', payload, retries: 1, backoff_ms: 1_000, dead_letter: givenUp })
const exclusive = defineJob({ name: 'tests.exclusive', payload, policy: 'exclusive' })
const inTurn = defineJob({ name: 'tests.in-turn', payload, policy: 'in-turn', backoff_ms: 1_000 })

describe('jobs', () => {
  let database: Database
  let jobs: Jobs
  beforeAll(async () => {
    database = await testDatabase()
    await installJobs(database.db, [flaky, givenUp, plain, exclusive, inTurn])
  })
  afterEach(async () => jobs?.stop({ graceful: false }))

  const waiting = async (name: string) => {
    const counted = sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = ${name} AND state = 'created'`
    return (await counted.execute(database.db)).rows[0]?.n
  }
  const add = async (job: typeof plain, id: string, options = {}) =>
    inTransaction(database.db, async (tx) => enqueue(tx, job, { id }, options))
  const startJobs = async (connection = database.connection) => {
    jobs = openJobs({ connection, log: openLog('silent'), connections_max: 4 })
    await jobs.start()
  }

  it('exist exactly when the transaction that adds them commits', async () => {
    const undone = inTransaction(database.db, async (tx) => {
      await enqueue(tx, plain, { id: 'never' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await waiting(plain.name)).toBe(0)
    expect(await add(plain, 'kept')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await waiting(plain.name)).toBe(1)
    await sql`DELETE FROM pgboss.job`.execute(database.db)
  })

  it('refuse a payload that does not fit', async () => {
    // @ts-expect-error: the payload's id is a text
    const adding = inTransaction(database.db, async (tx) => enqueue(tx, plain, { id: 7 }))
    await expect(adding).rejects.toThrow('expected string')
    // @ts-expect-error: a database handle is not a transaction
    await expect(enqueue(database.db, plain, { id: 'x' })).rejects.toThrow('Only inside a transaction')
  })

  it('start within half a second on average', async () => {
    await startJobs()
    const begun = new Map<string, PromiseWithResolvers<number>>()
    await jobs.work(plain, async ({ id }) => begun.get(id)?.resolve(performance.now()))
    const delays: number[] = []
    for (let at = 0; at < 8; at++) {
      const id = String(at)
      begun.set(id, Promise.withResolvers())
      // Spread over the polling interval, so that luck with the poll cannot pass this test.
      await wait(130)
      await add(plain, id)
      const added = performance.now()
      delays.push(((await begun.get(id)?.promise) ?? Number.POSITIVE_INFINITY) - added)
    }
    expect(delays.reduce((sum, ms) => sum + ms, 0) / delays.length).toBeLessThan(500)
  })

  it('follow each other without a pause when many wait', async () => {
    const all = Array.from({ length: 40 }, (_, at) => String(at))
    await inTransaction(database.db, async (tx) => {
      for (const id of all) await enqueue(tx, plain, { id })
    })
    await startJobs()
    const done = new Set<string>()
    const finished = Promise.withResolvers<void>()
    await jobs.work(
      plain,
      async ({ id }) => {
        done.add(id)
        if (done.size === all.length) finished.resolve()
      },
      { concurrency: 2 },
    )
    const started = performance.now()
    await finished.promise
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('are tried again, then handed to the dead letter job', async () => {
    await startJobs()
    const attempts: [number, number][] = []
    const dead = Promise.withResolvers<string>()
    await jobs.work(givenUp, async ({ id }) => dead.resolve(id))
    await jobs.work(
      flaky,
      async (_payload, { attempt, attempts_max }: JobRun) => {
        attempts.push([attempt, attempts_max])
        throw new Error('the authority is away')
      },
      { polling_seconds: 0.5 },
    )
    await add(flaky, 'doomed')
    expect(await dead.promise).toBe('doomed')
    expect(attempts).toEqual([
      [1, 2],
      [2, 2],
    ])
  })

  it('of one key exclude each other where the policy says so', async () => {
    expect(await add(exclusive, 'a', { singleton_key: 'INV-1' })).not.toBeNull()
    expect(await add(exclusive, 'b', { singleton_key: 'INV-1' })).toBeNull()
    expect(await add(exclusive, 'c', { singleton_key: 'INV-2' })).not.toBeNull()
  })

  it('of one key take turns, also after a failure, and hold up those of no other key', async () => {
    await startJobs()
    const begun: string[] = []
    const ends = new Map(['a1', 'a2', 'b1', 'c1'].map((id) => [id, Promise.withResolvers<void>()]))
    const note = async ({ id }: { id: string }) => {
      begun.push(id)
      await ends.get(id)?.promise
    }
    const expectBegun = (...ids: string[]) => expect.poll(() => begun, { timeout: 10_000 }).toEqual(ids)
    await jobs.work(inTurn, note, { polling_seconds: 0.5, concurrency: 3 })
    await add(inTurn, 'a1', { singleton_key: 'a' })
    await expectBegun('a1')
    expect(await add(inTurn, 'a2', { singleton_key: 'a' })).not.toBeNull()
    expect(await add(inTurn, 'a3', { singleton_key: 'a' })).toBeNull()
    // The second one of a key that is running lies before them.
    await add(inTurn, 'b1', { singleton_key: 'b' })
    await expectBegun('a1', 'b1')
    await add(inTurn, 'c1', { singleton_key: 'c' })
    await expectBegun('a1', 'b1', 'c1')
    ends.get('a1')?.reject(new Error('the file is away'))
    await expectBegun('a1', 'b1', 'c1', 'a2')
    ends.get('a2')?.resolve()
    await expectBegun('a1', 'b1', 'c1', 'a2', 'a1')
    for (const { resolve } of ends.values()) resolve()
  })

  it('go on by themselves after the connections to the database fell silent', {
    timeout: 40_000,
  }, async () => {
    const wire = await openDatabaseWire(database.connection)
    await startJobs(wire.connection)
    const done = new Map(['before', 'after'].map((id) => [id, Promise.withResolvers<void>()]))
    await jobs.work(plain, async ({ id }) => done.get(id)?.resolve(), { concurrency: 3 })
    await add(plain, 'before')
    await done.get('before')?.promise
    wire.silence()
    await add(plain, 'after')
    await done.get('after')?.promise
  })

  it('hear of a stop when it begins, and may end what they do', async () => {
    await startJobs()
    const begun = Promise.withResolvers<JobRun>()
    const end = Promise.withResolvers<void>()
    await jobs.work(plain, async (_payload, run) => {
      begun.resolve(run)
      await end.promise
    })
    await add(plain, 'long')
    const { stopping, signal } = await begun.promise
    expect(stopping.aborted).toBe(false)
    const stopped = jobs.stop({ graceful: true })
    expect([stopping.aborted, signal.aborted]).toEqual([true, false])
    end.resolve()
    await stopped
  })

  it('wait until their time', async () => {
    await startJobs()
    const begun = Promise.withResolvers<number>()
    const note = async ({ id }: { id: string }) => {
      if (id === 'late') begun.resolve(performance.now())
    }
    await jobs.work(exclusive, note, { polling_seconds: 0.5, concurrency: 3 })
    const added = performance.now()
    await add(exclusive, 'late', { start_after_ms: 1_200 })
    const delay_ms = (await begun.promise) - added
    expect(delay_ms).toBeGreaterThan(1_100)
    expect(delay_ms).toBeLessThan(3_000)
  })

  it('come once for all the hours that nobody was there for, and begin at the next one otherwise', async () => {
    const done: string[] = []
    const note = async ({ id }: { id: string }) => void done.push(id)
    const schedule = async () => {
      await startJobs()
      await jobs.work(plain, note)
      await jobs.work(exclusive, note)
      await jobs.schedule(plain, '20 2 * * *', { id: 'nightly' })
      await jobs.schedule(exclusive, '* * * * *', { id: 'each minute' })
    }
    const times = (id: string) => done.filter((one) => one === id).length
    await schedule()
    await jobs.stop({ graceful: true })
    // Nobody was there for three nights.
    await sql`UPDATE pgboss.schedule SET created_on = now() - interval '9 days'`.execute(database.db)
    await sql`UPDATE pgboss.version SET cron_on = now() - interval '3 days'`.execute(database.db)
    done.length = 0
    await schedule()
    await expect.poll(() => times('nightly'), { timeout: 20_000 }).toBe(1)
    await expect.poll(() => times('each minute'), { timeout: 20_000 }).toBeGreaterThan(0)
    await sql`UPDATE pgboss.version SET cron_on = now() - interval '40 seconds'`.execute(database.db)
    await jobs.stop({ graceful: true })
    await schedule()
    await wait(8_000)
    expect(times('nightly')).toBe(1)
    // What waits is one, and what is due comes with it.
    expect(times('each minute')).toBeLessThanOrEqual(3)
    await sql`DELETE FROM pgboss.schedule`.execute(database.db)
  })

  it('are deleted a day after their end, and not before', async () => {
    await startJobs()
    const states = async () => {
      const read = sql<{
        state: string
      }>`SELECT state::text FROM pgboss.job WHERE data->>'id' IN ('done', 'failed')`
      return (await read.execute(database.db)).rows.map((row) => row.state).sort()
    }
    const soon = { timeout: 20_000 }
    await jobs.work(plain, async () => {})
    await jobs.work(givenUp, async () => {
      throw new Error('no use')
    })
    await add(plain, 'done')
    await add(givenUp, 'failed')
    await expect.poll(states, soon).toEqual(['completed', 'failed'])

    // The job runner lives by the database's clock and looks once an hour; this brings both about.
    const age = async (hours: number) => {
      await sql`UPDATE pgboss.job SET completed_on = now() - ${hours}::int * interval '1 hour'
        WHERE completed_on IS NOT NULL`.execute(database.db)
      await sql`UPDATE pgboss.queue SET maintain_on = NULL`.execute(database.db)
    }
    const looked = async () => {
      const due = sql`SELECT 1 FROM pgboss.queue WHERE maintain_on IS NULL`
      return (await due.execute(database.db)).rows.length === 0
    }
    await age(23)
    await expect.poll(looked, soon).toBe(true)
    expect(await states()).toEqual(['completed', 'failed'])
    await age(25)
    await expect.poll(states, soon).toEqual([])
  })

  it('cannot silently change their policy', async () => {
    const changed = defineJob({ name: 'tests.plain', payload, policy: 'singleton' })
    await expect(installJobs(database.db, [changed])).rejects.toThrow('made with policy standard')
  })
})
