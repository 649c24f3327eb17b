import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openDatabaseWire } from '../../../test/database-wire.ts'
import { openLog } from '../log/log.ts'
import { listen } from './listen.ts'

const log = openLog('silent')
const { db, connection } = await testDatabase()

const ROUNDS = 3_000
const GROWTH_BYTES_MAX = 1_000_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const heapBytes = () => {
  collect()
  return process.memoryUsage().heapUsed
}

it('keeps its memory however often the server is asked whether it is there', async () => {
  const wire = await openDatabaseWire(connection)
  const wanted = { channel: 'tests', onNotice: () => {}, onListening: () => {}, log }
  const listening = listen(wire.connection, { ...wanted, ask_after_ms: 0 })
  const askedTimes = (count: number) => expect.poll(wire.asked, { timeout: 50_000 }).toBeGreaterThan(count)
  await askedTimes(500)
  const before = { asked: wire.asked(), bytes: heapBytes() }
  await askedTimes(before.asked + ROUNDS)
  expect(heapBytes() - before.bytes).toBeLessThan(GROWTH_BYTES_MAX)
  await listening.close()
})

it('hears again after its connection broke, and ends while it waits', async () => {
  const wire = await openDatabaseWire(connection)
  const heard: string[] = []
  let times = 0
  const listening = listen(wire.connection, {
    ...{ channel: 'tests', log, onNotice: (payload) => void heard.push(payload) },
    onListening: () => {
      times += 1
    },
  })
  await expect.poll(() => times).toBe(1)
  wire.cut()
  await expect.poll(() => times).toBe(2)
  await sql`NOTIFY tests, 'again'`.execute(db)
  await expect.poll(() => heard).toEqual(['again'])
  await listening.close()
})
