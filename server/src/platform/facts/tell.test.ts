import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from '../db/database.ts'
import { defineJob } from '../jobs/definition.ts'
import { installJobs } from '../jobs/queues.ts'
import { openJobs } from '../jobs/runner.ts'
import { openLog } from '../log/log.ts'
import { defineFact } from './fact.ts'
import { hears, hearsAtOnce, nameListeners, tell } from './tell.ts'

const { db, connection } = await testDatabase()
const payload = z.object({ id: z.string() })
const happened = defineFact('tests.happened', payload)
const unheard = defineFact('tests.unheard', payload)
const [steady, stubborn, late] = ['steady', 'stubborn', 'late'].map((name) =>
  defineJob({ name: `tests.${name}`, payload, retries: 1, backoff_ms: 1_000 }),
)
if (!steady || !stubborn || !late) throw new Error('Three names make three jobs.')
await installJobs(db, [steady, stubborn, late])
const jobs = openJobs({ connection, log: openLog('silent'), connections_max: 4 })
await jobs.start()
afterAll(() => jobs.stop({ graceful: false }))

const heard: string[] = []
const telling = (id: string, fact = happened) => inTransaction(db, (tx) => tell(tx, fact, { id }))
const waiting = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job`.execute(db)
  return rows[0]?.n
}

test('nothing is told in a process that has not said who listens', async () => {
  vi.resetModules()
  const process = await import('./tell.ts')
  const early = inTransaction(db, (tx) => process.tell(tx, happened, { id: 'early' }))
  await expect(early).rejects.toThrow('tests.happened')
})

test('what is told exists exactly when its transaction commits, and costs nothing where nobody listens', async () => {
  nameListeners([hears(happened, steady), hears(happened, stubborn)])
  const undone = inTransaction(db, async (tx) => {
    await tell(tx, happened, { id: 'never' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await telling('nobody', unheard)
  expect(await waiting()).toBe(0)
  // @ts-expect-error: the payload's id is a text
  await expect(inTransaction(db, (tx) => tell(tx, happened, { id: 7 }))).rejects.toThrow('expected string')
})

test('each listener hears it by itself: one that fails is tried again and holds up no other', async () => {
  let tries = 0
  await jobs.work(stubborn, async ({ id }) => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    heard.push(`stubborn ${id}`)
  })
  await jobs.work(steady, async ({ id }) => {
    heard.push(`steady ${id}`)
  })
  await telling('one')
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['steady one', 'stubborn one'])
  expect(tries).toBe(2)
})

test('a listener that is added later hears what is told from then on', async () => {
  nameListeners([hears(happened, steady), hears(happened, late)])
  await jobs.work(late, async ({ id }) => {
    heard.push(`late ${id}`)
  })
  await telling('two')
  await expect
    .poll(() => heard.filter((line) => line.endsWith('two')).toSorted(), { timeout: 20_000 })
    .toEqual(['late two', 'steady two'])
  expect(heard).not.toContain('late one')
})

test('a listener that does not care has no job; who passes it on is asked in the same statement', async () => {
  const passed_on = sql`set_config('tests.passed_on', ${'to the screens'}, true)`
  nameListeners([
    hears(happened, steady, sql<boolean>`false`),
    hearsAtOnce(happened, ({ id }) => (id === 'three' ? [passed_on] : [])),
    hears(happened, late, sql<boolean>`EXISTS (SELECT 1)`),
  ])
  const said = await inTransaction(db, async (tx) => {
    await tell(tx, happened, { id: 'three' })
    return sql<{ said: string }>`SELECT current_setting('tests.passed_on') AS said`.execute(tx)
  })
  expect(said.rows).toEqual([{ said: 'to the screens' }])
  await expect.poll(() => heard, { timeout: 20_000 }).toContain('late three')
  expect(heard).not.toContain('steady three')
})
