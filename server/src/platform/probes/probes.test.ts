import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openDatabaseWire } from '../../../test/database-wire.ts'
import { atEnd } from '../../../test/ending/at-end.ts'
import { limitFiles } from '../../../test/limit-files.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { connectTo, type Database } from '../db/database.ts'
import { type Embedded, startEmbedded } from '../db/embedded/supervisor.ts'
import { localFiles } from '../files/files.ts'
import { createApp } from '../http/app.ts'
import { addHealth } from '../http/health.ts'
import { openLog } from '../log/log.ts'
import { databaseWritesProbe } from './database-writes.ts'
import { diskProbe } from './disk.ts'
import { partsOf } from './parts.ts'
import { KEPT_MS, remembered } from './remembered.ts'

const log = openLog('silent')
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lulus-probes-'))
  // Run by root, the embedded database has a user of its own, who must get in.
  await chmod(dir, 0o755)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('the disk', () => {
  let child: ChildProcess
  const folder = () => join(dir, 'disk')
  const asked = async () => {
    const answer = once(child, 'message')
    child.send('ask')
    return (await answer)[0]
  }
  beforeAll(() => {
    child = fork(join(import.meta.dirname, 'fixtures/asked-disk.ts'), [folder()], { execArgv: [] })
  })
  atEnd(() => void child.kill())

  it('is ready while it takes writes, not while it is full, and again when there is space', async () => {
    expect(await asked()).toBe(true)
    limitFiles(child.pid ?? 0, 4_096)
    expect(await asked()).toMatch(/^EFBIG/)
    limitFiles(child.pid ?? 0, 'unlimited')
    expect(await asked()).toBe(true)
  })

  it('keeps nothing of what was tried', async () => {
    const all = await readdir(folder(), { recursive: true, withFileTypes: true })
    expect(all.filter((entry) => entry.isFile())).toEqual([])
  })

  it('is not ready when its folder is none', async () => {
    await writeFile(join(dir, 'letter'), '')
    await expect(diskProbe(localFiles(join(dir, 'letter')))()).rejects.toThrow(/EEXIST|ENOTDIR/)
  })
})

describe('a database', () => {
  it('that is read-only answers, but takes no writes', async () => {
    const { db, connection } = await testDatabase()
    const probe = databaseWritesProbe(db)
    expect(await probe()).toBe(true)
    await sql`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
    END $$`.execute(db)
    const { db: late, close } = connectTo(connection, { pool_max: 1, log })
    await expect(databaseWritesProbe(late)()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('read-only transaction') },
    })
    await close()
  })
})

it('a database that fell silent is given up, and keeps no connection, however many ask', async () => {
  const wire = await openDatabaseWire((await testDatabase()).connection)
  const database = connectTo(wire.connection, { pool_max: 3, log, answer_ms_max: 1_000 })
  atEnd(() => database.close())
  const clock = fixedClock(new Date('2026-07-15T04:00:00Z'))
  const probes = partsOf({ database, files: localFiles(dir), clock, log })
  const ask = async () => {
    clock.advance(KEPT_MS)
    const answers = await Promise.all(Array.from({ length: 20 }, () => probes.database()))
    return [...new Set(answers)]
  }
  await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.1)`.execute(database.db)))
  wire.silence()
  expect(await ask()).toEqual([false])
  expect(database.pool).toMatchObject({ totalCount: 2, idleCount: 2 })
  await expect.poll(ask, { timeout: 20_000 }).toEqual([true])
}, 30_000)

describe('a database on a full disk', () => {
  let embedded: Embedded
  let database: Database
  beforeAll(async () => {
    embedded = await startEmbedded({ data_dir: dir, log, throw_away: true })
    database = connectTo(embedded.connection, { pool_max: 1, log })
  })
  atEnd(async () => {
    await database.close()
    await embedded.stop()
  })

  it('answers, but takes no writes until there is space', async () => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database.db)
    const pid = rows[0]?.pid ?? 0
    const probe = databaseWritesProbe(database.db)
    expect(await probe()).toBe(true)
    limitFiles(pid, 0)
    expect((await database.pool.query('SELECT 1')).rowCount).toBe(1)
    await expect(probe()).rejects.toThrow('could not extend file')
    limitFiles(pid, 'unlimited')
    expect(await probe()).toBe(true)
  })
})

describe('an answer', () => {
  it('holds for five seconds, either way, and the probe runs once however many ask at a time', async () => {
    const clock = fixedClock(new Date('2026-07-15T04:00:00Z'))
    const lines: string[] = []
    let runs = 0
    let refuses = false
    const count = async () => {
      runs += 1
      if (refuses) throw new Error('ENOSPC')
      return true
    }
    const told = openLog('warn', { write: (line: string) => void lines.push(line) })
    const probe = remembered('disk', count, { clock, log: told })
    const askMany = () => Promise.all(Array.from({ length: 20 }, () => probe()))

    expect(new Set(await askMany())).toEqual(new Set([true]))
    refuses = true
    clock.advance(KEPT_MS - 1)
    expect([await probe(), runs]).toEqual([true, 1])
    clock.advance(1)
    expect(new Set(await askMany())).toEqual(new Set([false]))
    clock.advance(KEPT_MS)
    expect([await probe(), runs]).toEqual([false, 3])
    expect(lines.map((line) => JSON.parse(line).part)).toEqual(['disk'])
    refuses = false
    expect(await probe()).toBe(false)
    clock.advance(-KEPT_MS)
    expect([await probe(), runs]).toEqual([true, 4])
  })
})

it('/readyz does not wait for a disk that hangs, and asks it no second time meanwhile', async () => {
  const clock = fixedClock(new Date('2026-07-15T04:00:00Z'))
  let runs = 0
  const hanging = async () => {
    runs += 1
    return new Promise<boolean>(() => {})
  }
  const app = fastify()
  addHealth(app, { disk: remembered('disk', hanging, { clock, log }) })
  const answers = await Promise.all([1, 2, 3].map(() => app.inject({ url: '/readyz' })))
  expect(answers.map((answer) => answer.json().missing)).toEqual([['disk'], ['disk'], ['disk']])
  expect(runs).toBe(1)
})

it('/readyz names the disk that refuses writes', async () => {
  const { readyz, clock, data_dir } = await openApp()
  expect(await readyz()).toEqual({ status: 'ready', missing: [], warnings: [] })
  await rm(data_dir, { recursive: true })
  await writeFile(data_dir, '')
  expect(await readyz()).toEqual({ status: 'ready', missing: [], warnings: [] })
  clock.advance(KEPT_MS)
  expect(await readyz()).toEqual({ status: 'not ready', missing: ['disk'], warnings: [] })
})

const openApp = async () => {
  const clock = fixedClock(new Date('2026-07-15T04:00:00Z'))
  const data_dir = join(dir, 'data')
  const app = await createApp({ log, trusted_proxies: [], https: false })
  addHealth(app, partsOf({ database: await testDatabase(), files: localFiles(data_dir), clock, log }))
  return { clock, data_dir, readyz: async () => (await app.inject({ url: '/readyz' })).json() }
}
