import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { documents } from '#contract/documents.ts'
import { POSITION_HEADER, POSITION_UNKNOWN, SEEN_MS } from '#contract/position.ts'
import { listenFor } from '../../src/live/ear.ts'
import { openHub } from '../../src/live/hub.ts'
import { connectTo, type Db, inTransaction } from '../../src/platform/db/database.ts'
import { sharedReads } from '../../src/platform/db/shared-read.ts'
import { openStandby, type Standby } from '../../src/platform/db/standby.ts'
import { csvReply } from '../../src/platform/lists/csv-reply.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { databaseWritesProbe } from '../../src/platform/probes/database-writes.ts'
import { writeReport } from '../../src/reports/writing/write.job.ts'
import { payload, submit } from '../build.ts'
import { atEnd } from '../ending/at-end.ts'
import { makeTemplate } from '../global-setup.ts'
import { download, request, requested } from '../reports/reporting.ts'
import { createWorld } from '../world.ts'
import { openTwoServers } from './two-servers.ts'

const log = openLog('silent')
const servers = await openTwoServers()
const primary = connectTo({ connectionString: servers.primary.url }, { pool_max: 5, log })
const copy = connectTo({ connectionString: servers.standby.url }, { pool_max: 2, log })
await makeTemplate(primary.db)
let now_ms = 0
const clock = { now_ms: () => now_ms }
/** A busy machine takes its time to connect. */
const patient = { connect_ms_max: 20_000 }
const standby = openStandby({
  url: servers.standby.url,
  primary: primary.db,
  pool_max: 4,
  log,
  ...clock,
  ...patient,
})
let asked: Pick<Standby, 'read' | 'position'> = standby
const world = await createWorld({
  database: primary,
  standby: {
    ...standby,
    read: (seen, work) => asked.read(seen, work),
    position: () => asked.position(),
  },
})
afterAll(async () => {
  await standby.close()
  await copy.close()
  await primary.close()
})

/** Submits one document; answers its number and where the database was after it. */
const make = async () => {
  const answer = await submit(world, 'aminah', [payload()])
  expect(answer.status).toBe(200)
  return { number: String(answer.body.Invoice_Numbers?.[0]), at: String(answer.headers[POSITION_HEADER]) }
}
const numbers = async (seen?: string) => {
  const headers: Record<string, string> = seen === undefined ? {} : { [POSITION_HEADER]: seen }
  const { body } = await world.as('aminah').call(documents.list, { query: {} }, { headers })
  return body.results.map((row) => row.invoice_number)
}
const exported = async (seen: string) => {
  const headers = { [POSITION_HEADER]: seen }
  return (await world.as('aminah').call(documents.report, { query: {} }, { headers })).text
}
const caughtUp = () => expect.poll(() => numbers(), { timeout: 20_000 })
/** The standby receives what the primary writes, and shows none of it until it goes on. */
const pause = () => sql`SELECT pg_wal_replay_pause()`.execute(copy.db)
const resume = () => sql`SELECT pg_wal_replay_resume()`.execute(copy.db)
/** So late that nobody remembers that it was behind. */
const goOn = async () => {
  await resume()
  now_ms += REMEMBERED_MS
}
const REMEMBERED_MS = 1_000

describe('a read that a standby may answer', () => {
  it('contains what the caller has written, although the standby is behind', async () => {
    await pause()
    const { number, at } = await make()
    expect(at).toMatch(/^00000001[0-9A-F]{16}$/)
    expect(await numbers()).not.toContain(number)
    expect(await numbers(at)).toContain(number)
    expect(await exported(at)).toContain(number)
    await goOn()
    await caughtUp().toContain(number)
  })

  it('waits once for a standby that is behind, not at each statement', async () => {
    await pause()
    const { number, at } = await make()
    expect(await numbers(at)).toContain(number)
    await resume()
    await caughtUp().toContain(number)
    await pause()
    const later = await make()
    expect(await numbers(at), 'from the primary').toContain(later.number)
    now_ms += REMEMBERED_MS
    expect(await numbers(at), 'from the standby').not.toContain(later.number)
    await goOn()
    await caughtUp().toContain(later.number)
  })

  it('contains that also where it is shared with one who has written nothing', async () => {
    await pause()
    const { number, at } = await make()
    const share = sharedReads<string[]>()
    const under_way = Promise.withResolvers<string[]>()
    const ask = (seen: string | undefined, read: (db: Db) => Promise<string[]>) =>
      standby.read(seen, (db) => share(db, 'numbers', () => read(db)))
    const first = ask(undefined, () => under_way.promise)
    const shared = [ask(undefined, allNumbers), ask(at, allNumbers)]
    under_way.resolve([])
    expect(await first).toEqual([])
    for (const found of await Promise.all(shared)) expect(found).toContain(number)
    await goOn()
    await caughtUp().toContain(number)
  })

  it('is answered by the standby as soon as it has caught up', async () => {
    const { number, at } = await make()
    await caughtUp().toContain(number)
    await pause()
    const later = await make()
    expect(await numbers(at)).toContain(number)
    expect(await numbers(at)).not.toContain(later.number)
    expect(await exported(at)).not.toContain(later.number)
    await goOn()
  })

  it('contains what open screens were told of', async () => {
    await pause()
    const { number } = await make()
    await Promise.all([standby.catchUp(), standby.catchUp(), standby.catchUp()])
    expect(await numbers()).toContain(number)
    now_ms += SEEN_MS
    expect(await numbers()).not.toContain(number)
    await goOn()
    await caughtUp().toContain(number)
  })

  it('contains what was written while nobody heard of it', async () => {
    await pause()
    const { number } = await make()
    const hub = openHub({ log })
    const told = Promise.withResolvers<void>()
    const { connection } = primary
    const ear = listenFor({ ...hub, restart: told.resolve }, { connection, standby, log })
    await told.promise
    expect(await numbers()).toContain(number)
    await ear.close()
    hub.close()
    now_ms += SEEN_MS
    await goOn()
    await caughtUp().toContain(number)
  })

  it.each([
    { how: 'took it too long', code: '57014', by: 'standby' },
    { how: 'broke it off for what it follows', code: '40001', by: 'primary' },
  ])(
    'is asked of the primary only where another answer is likely: the standby $how',
    async ({ code, by }) => {
      const failing = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}',
      MESSAGE = CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END; END $$`
      const read = standby.read(undefined, (db) => sql.raw(failing).execute(db))
      await expect(read).rejects.toMatchObject({ problem: { kind: 'unavailable' }, context: { cause: by } })
    },
  )

  it('of what will never have happened is answered by the primary, after a moment', async () => {
    const began_ms = performance.now()
    const { number } = await make()
    expect(await numbers('00000009FFFFFFFFFFFFFFFF')).toContain(number)
    expect(performance.now() - began_ms).toBeLessThan(10_000)
  })
})

describe('every call that a standby may answer', async () => {
  // Nothing answers for the primary: what writes, or needs it, fails.
  const nowhere = connectTo({ connectionString: 'postgres://lulus@127.0.0.1:9/none' }, { pool_max: 1, log })
  const alone = openStandby({ url: servers.standby.url, primary: nowhere.db, pool_max: 4, log, ...patient })
  atEnd(async () => {
    await alone.close()
    await nowhere.close()
  })
  const calls = allEndpoints.filter(({ from_copy }) => from_copy)

  it('is answered by the primary after a write of which nobody can say where it is', async () => {
    await pause()
    asked = { read: standby.read, position: alone.position }
    const { number, at } = await make()
    expect(at).toBe(POSITION_UNKNOWN)
    expect(await numbers(at)).toContain(number)
    asked = standby
    await goOn()
    await caughtUp().toContain(number)
  })

  it('is a read', () => {
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.filter(({ method }) => method !== 'GET').map(({ id }) => id)).toEqual([])
  })

  it.each(calls.map((endpoint) => [endpoint.id, endpoint] as const))(
    'is answered by it: %s',
    async (_, endpoint) => {
      asked = alone
      const answer = await world.as('devi').callWrongly(endpoint, { query: {} })
      asked = standby
      expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 200 })
    },
  )
})

describe('a report', () => {
  const reportOn = async (means: Pick<Standby, 'read' | 'position'>) => {
    const { body } = await request(world, 'devi')
    const { rows } = await sql<{ run_id: string }>`SELECT data->>'run_id' AS run_id FROM pgboss.job
      WHERE name = 'reports.make' ORDER BY created_on DESC, id LIMIT 1`.execute(world.db)
    const { db, clock: worlds, files } = world
    await writeReport({ db, clock: worlds, files, standby: means }, { run_id: rows[0]?.run_id ?? '' })
    const [newest] = await requested(world, 'devi')
    expect(newest).toMatchObject({ id: body.id, state: 'done' })
    return (await download(world, 'devi', body.id)).text
  }

  it('is read there, where all has arrived that was written before', async () => {
    const { number } = await make()
    await caughtUp().toContain(number)
    let asked_there = 0
    const text = await reportOn({
      position: standby.position,
      read: (seen, work) =>
        standby.read(seen, async (there) => {
          const { rows } = await sql<{ there: boolean }>`SELECT pg_is_in_recovery() AS there`.execute(there)
          asked_there += Number(rows[0]?.there)
          return work(there)
        }),
    })
    expect(asked_there).toBeGreaterThan(1)
    expect(text).toContain(number)
  })

  it('holds what was written before, also where the standby is behind', async () => {
    await pause()
    const { number } = await make()
    expect(await reportOn(standby)).toContain(number)
    await goOn()
    await caughtUp().toContain(number)
  })
})

describe('a standby', () => {
  it('is no database to start or to write on', async () => {
    const writing = inTransaction(copy.db, (tx) => sql`DELETE FROM leases`.execute(tx))
    await expect(writing).rejects.toMatchObject({ problem: { kind: 'unavailable', retry_after_s: 5 } })
    await expect(databaseWritesProbe(copy.db)()).rejects.toMatchObject({
      problem: { kind: 'unavailable', code: 'database_unavailable' },
    })
  })

  it('that is away is not waited for, and asked again after a while', async () => {
    servers.standby.stop()
    const { number, at } = await make()
    expect(await numbers(at)).toContain(number)
    expect(await numbers()).toContain(number)
    servers.standby.start()
    now_ms += 5_000
    await expect.poll(() => standby.read(at, inRecovery), { timeout: 20_000 }).toBe(true)
  })

  it('that dies while a file is read from it leaves the rest to the primary', async () => {
    const { content } = await standby.read(undefined, async (db) => fileOfNumbers(db, 4_500))
    if (!(content instanceof Readable)) throw new Error('A list is sent while it is read.')
    let lines = ''
    for await (const piece of content) {
      lines += piece
      servers.standby.stop()
    }
    expect(lines.trimEnd().split('\r\n')).toHaveLength(1 + 4_500)
    servers.standby.start()
    now_ms += 5_000
    await expect.poll(() => standby.read(undefined, inRecovery), { timeout: 20_000 }).toBe(true)
  })

  it('takes no transaction: its statements may be carried out here and there', async () => {
    const reading = standby.read(undefined, (db) => inTransaction(db, inRecovery))
    await expect(reading).rejects.toThrow('No transaction')
  })

  it('that has become the primary answers for itself', async () => {
    const { at } = await make()
    servers.standby.promote()
    expect(await standby.read(at, inRecovery)).toBe(false)
  })

  it('that went another way than the primary contains nothing of it, however far its log is', async () => {
    await sql`CREATE TABLE lost AS SELECT generate_series(1, 100000) AS n`.execute(primary.db)
    await servers.primary.demote()
    const promoted = copy.db
    const astray = openStandby({ url: servers.primary.url, primary: promoted, pool_max: 2, log, ...patient })
    atEnd(astray.close)
    await expect.poll(() => astray.read(undefined, inRecovery), { timeout: 20_000 }).toBe(true)
    await sql`CREATE TABLE written AS SELECT 1 AS n`.execute(promoted)
    expect(await astray.read(await astray.position(), inRecovery)).toBe(false)
    const found = await astray.read(await astray.position(), (db) => sql`SELECT n FROM written`.execute(db))
    expect(found.rows).toEqual([{ n: 1 }])
  })
})

const inRecovery = async (db: typeof primary.db) =>
  (await sql<{ so: boolean }>`SELECT pg_is_in_recovery() AS so`.execute(db)).rows[0]?.so

const fileOfNumbers = (db: Db, last: number) =>
  csvReply({
    filename: 'numbers.csv',
    columns: [['Number', ({ n }: { n: number }) => String(n)]] as const,
    next: async (after, limit) => {
      const from = (after?.n ?? 0) + 1
      const { rows } = await sql<{ n: number }>`
        SELECT n FROM generate_series(${from}::int, ${Math.min(last, from + limit - 1)}::int) AS n`.execute(
        db,
      )
      return rows
    },
  })

const allNumbers = async (db: Db) => {
  const { rows } = await sql<{ number: string }>`SELECT invoice_number AS number FROM documents`.execute(db)
  return rows.map(({ number }) => number)
}
