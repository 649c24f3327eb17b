import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openDatabaseWire } from '../../../test/database-wire.ts'
import { atEnd } from '../../../test/ending/at-end.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { connectTo } from '../db/database.ts'
import { localFiles } from '../files/files.ts'
import { openLog } from '../log/log.ts'
import { partsOf } from '../probes/parts.ts'
import { createApp } from './app.ts'
import { addHealth } from './health.ts'

const log = openLog('silent')
const clock = fixedClock(new Date('2026-07-15T04:00:00Z'))

it('/livez asks no part of the product, so that nobody starts a process anew for its database’s sake', async () => {
  const asked: string[] = []
  const hanging = (part: string) => async () => {
    asked.push(part)
    return new Promise<boolean>(() => {})
  }
  const app = await createApp({ log, trusted_proxies: [], https: false })
  addHealth(app, { database: hanging('database'), disk: hanging('disk') })
  atEnd(() => app.close())
  expect((await app.inject({ url: '/livez' })).json()).toEqual({ status: 'alive' })
  expect(asked).toEqual([])
})

it('/readyz warns of what a process does without, and stays ready', async () => {
  let runs = false
  const app = await createApp({ log, trusted_proxies: [], https: false })
  addHealth(app, { database: async () => true }, { worker: async () => runs })
  atEnd(() => app.close())
  const answerOf = async (url: string) => {
    const { statusCode, ...answer } = await app.inject({ url })
    return [statusCode, answer.json()]
  }
  expect(await answerOf('/readyz')).toEqual([200, { status: 'ready', missing: [], warnings: ['worker'] }])
  expect(await answerOf('/healthz')).toEqual([200, { status: 'ok' }])
  runs = true
  expect(await answerOf('/readyz')).toEqual([200, { status: 'ready', missing: [], warnings: [] }])
})

it('while the database is away a process is alive and not ready, and ready again with it', async () => {
  const wire = await openDatabaseWire((await testDatabase()).connection)
  const dir = await mkdtemp(join(tmpdir(), 'lulus-health-'))
  const files = localFiles(dir)
  const database = connectTo(wire.connection, { pool_max: 2, log, connect_ms_max: 200, answer_ms_max: 200 })
  const app = await createApp({ log, trusted_proxies: [], https: false })
  addHealth(app, partsOf({ database, files, clock, log }))
  atEnd(async () => {
    await app.close()
    await database.close()
    await rm(dir, { recursive: true })
  })
  const statuses = async () => {
    clock.advance(5_000)
    const asked = ['/livez', '/readyz', '/healthz'].map((url) => app.inject({ url }))
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  }
  // On a busy machine the first connections take longer than is waited for here.
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200, 200])
  wire.cut()
  wire.freeze()
  expect(await statuses()).toEqual([200, 503, 503])
  wire.thaw()
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200, 200])
})
