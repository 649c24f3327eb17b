import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from '../db/database.ts'
import { openLog } from '../log/log.ts'
import { defineJob } from './definition.ts'
import { enqueue } from './enqueue.ts'
import { installJobs } from './queues.ts'
import { type JobRun, openJobs } from './runner.ts'

const killed = defineJob({ name: 'tests.killed', payload: z.object({}), backoff_ms: 1_000 })

it('gives the job of a worker killed with -9 to another one within 15 seconds', async () => {
  const { db, connection } = await testDatabase()
  await installJobs(db, [killed])
  const doomed = fork(join(import.meta.dirname, 'fixtures/hanging-worker.ts'), [JSON.stringify(connection)], {
    execArgv: [],
  })
  const taken = once(doomed, 'message')
  await inTransaction(db, async (tx) => enqueue(tx, killed, {}))
  expect(await taken).toEqual(['taken', undefined])

  const jobs = openJobs({ connection, log: openLog('silent'), connections_max: 3 })
  await jobs.start()
  const again = Promise.withResolvers<number>()
  const report = async (_payload: object, { attempt }: JobRun) => again.resolve(attempt)
  await jobs.work(killed, report, { polling_seconds: 0.5 })
  const killed_ms = performance.now()
  doomed.kill('SIGKILL')
  expect(await again.promise).toBe(2)
  const back_ms = performance.now() - killed_ms
  await jobs.stop({ graceful: false })
  expect(back_ms).toBeLessThan(15_000)
})
