import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { apiKeys } from '#contract/people/api-keys.ts'
import { session } from '#contract/people/session.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { openJobs } from '../src/platform/jobs/runner.ts'
import { openLog } from '../src/platform/log/log.ts'
import { purge } from '../src/platform/retention/purge.job.ts'
import { RETENTIONS, startWorker } from '../src/worker.ts'
import { payload, submit } from './build.ts'
import { createWorld, PASSWORD } from './world.ts'

const world = await createWorld()
const { db, files, clock, log } = world

const purgeNow = (limits = {}) => purge({ db, files, log, now: clock.now() }, RETENTIONS, limits)
const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0
const empty = (table: string) => sql`DELETE FROM ${sql.table(table)}`.execute(db)
const signIn = (username: string) =>
  world.as('nobody').call(session.login, {
    body: {
      username,
      password: PASSWORD,
      auth_type: 'django',
    },
  })

/** So many tries to sign in at this moment, written at once. */
const addTries = async (tries: number) => {
  await sql`
    INSERT INTO login_records (username, account, source, standing, outcome, ip, user_agent, at)
    SELECT 'hantu', 'name hantu', 'address 10.0.0.1', 'new', 'failed', '10.0.0.1', 'test', ${clock.now()}
    FROM generate_series(1, ${tries}::int)`.execute(db)
}

beforeEach(() => empty('login_records'))

describe('what is thrown away', () => {
  it('are Idempotency-Keys after 24 hours, and numbers stay taken without them', async () => {
    const document = payload({ source: 'ERP', invoice_number: 'ERP-7' })
    const send = () => submit(world, 'key', document, { 'idempotency-key': 'night run' })
    const first = await send()
    expect(first.status).toBe(200)
    clock.advance(DAY_MS)
    await purgeNow()
    expect((await send()).body).toEqual(first.body)
    clock.advance(1)
    await purgeNow()
    expect(await count('idempotency_keys')).toBe(0)
    expect(await send()).toMatchObject({ status: 409, body: { code: 'number_taken' } })
    expect(await count('documents')).toBe(1)
  })

  it('are sessions that have ended, and no others', async () => {
    await empty('sessions')
    await signIn('aminah')
    clock.advance(12 * HOUR_MS + 1)
    const { body } = await signIn('bakri')
    expect(await count('sessions')).toBe(2)
    await purgeNow()
    expect(await count('sessions')).toBe(1)
    const headers = { authorization: `Token ${body.token}` }
    expect((await world.as('nobody').call(session.profile, {}, { headers })).status).toBe(200)
  })

  it('are calls of administration after 400 days', async () => {
    await world.as('devi').call(apiKeys.list, { query: {} })
    clock.advance(400 * DAY_MS)
    await purgeNow()
    expect(await count('admin_calls')).toBe(1)
    clock.advance(1)
    await purgeNow()
    expect(await count('admin_calls')).toBe(0)
  })

  it('are tries to sign in after 400 days', async () => {
    expect((await signIn('aminah')).status).toBe(200)
    clock.advance(400 * DAY_MS)
    await purgeNow()
    expect(await count('login_records')).toBe(1)
    clock.advance(1)
    expect((await signIn('aminah')).status).toBe(200)
    await purgeNow()
    expect(await count('login_records')).toBe(1)
  })
})

describe('throwing away', () => {
  it('takes few rows at a time, and goes on with a mountain in another run', async () => {
    const nextRuns = async () => {
      const { rows } = await sql`DELETE FROM pgboss.job WHERE name = 'retention.purge' RETURNING id`.execute(
        db,
      )
      return rows.length
    }
    await addTries(100)
    clock.advance(401 * DAY_MS)
    await addTries(5)
    await purgeNow({ rows_max: 10, batches_max: 3 })
    expect([await count('login_records'), await nextRuns()]).toEqual([75, 1])
    await purgeNow({ rows_max: 40 })
    expect([await count('login_records'), await nextRuns()]).toEqual([5, 0])
  })

  it('of one table that fails keeps nobody from the others, and is told', async () => {
    await addTries(3)
    clock.advance(401 * DAY_MS)
    const failing = { table: 'not_there', column: 'at', kept_ms: 0 }
    const all = purge({ db, files, log, now: clock.now() }, [failing, ...RETENTIONS])
    await expect(all).rejects.toThrow('not_there')
    expect(await count('login_records')).toBe(0)
  })

  it('takes as few as a table says, and each says so with whose rows others go', async () => {
    await addTries(10)
    clock.advance(401 * DAY_MS)
    const few = RETENTIONS.filter(({ table }) => table === 'login_records')
    const fewer = few.map((one) => ({ ...one, rows_max: 2 }))
    await purge({ db, files, log, now: clock.now() }, fewer, { batches_max: 3 })
    expect(await count('login_records')).toBe(4)
    const { rows } = await sql<{ table: string }>`
      SELECT DISTINCT confrelid::regclass::text AS "table" FROM pg_constraint
      WHERE contype = 'f' AND confdeltype = 'c'`.execute(db)
    const withOthers = rows.map(({ table }) => table)
    const heavy = RETENTIONS.filter(({ table }) => withOthers.includes(table))
    expect(heavy.map(({ table }) => table)).toContain('approval_runs')
    expect(heavy.filter(({ rows_max }) => rows_max === undefined)).toEqual([])
  })

  it('takes what is left of files a day after they were last written at', async () => {
    const begun = Promise.withResolvers<void>()
    const content = new Readable({ read: () => begun.resolve() })
    const put = files.put('half.txt', content, { content_type: 'text/plain', bytes_max: 100 })
    const failed = expect(put).rejects.toThrow('ENOENT')
    await begun.promise
    await purge({ db, files, log, now: new Date(Date.now() + DAY_MS + 60_000) }, [])
    content.push(null)
    await failed
  })

  it('waits for nobody', async () => {
    await addTries(3)
    clock.advance(401 * DAY_MS)
    await db.connection().execute(async (other) => {
      await sql`BEGIN`.execute(other)
      await sql`SELECT id FROM login_records LIMIT 1 FOR UPDATE`.execute(other)
      await purgeNow()
      await sql`COMMIT`.execute(other)
    })
    expect(await count('login_records')).toBe(1)
  })

  it('finds what is old by an index', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      SELECT i.indrelid::regclass::text AS "table", a.attname AS "column" FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indpred IS NULL`.execute(db)
    expect(rows).toEqual(expect.arrayContaining(RETENTIONS.map(({ table, column }) => ({ table, column }))))
  })

  it('is done by a worker that starts, and every day', async () => {
    await addTries(2)
    clock.advance(401 * DAY_MS)
    const jobs = openJobs({ connection: world.connection, log: openLog('silent'), connections_max: 3 })
    await startWorker(jobs, world.engine, { ...world.outlets, files })
    await expect.poll(() => count('login_records'), { timeout: 25_000 }).toBe(0)
    const { rows } = await sql`SELECT cron FROM pgboss.schedule WHERE name = 'retention.purge'`.execute(db)
    expect(rows).toHaveLength(1)
    await jobs.stop({ graceful: false })
  })
})
