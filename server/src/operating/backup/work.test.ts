import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { openJobs } from '../../platform/jobs/runner.ts'
import { openLog } from '../../platform/log/log.ts'
import { backupJob } from './jobs.ts'
import { backupWork } from './work.ts'

it('is made by the worker, each night', async () => {
  const { db, connection } = await testDatabase()
  const jobs = openJobs({ connection, log: openLog('error'), connections_max: 2 })
  const backUp = vi.fn(async () => ({ undeleted: [] }))
  await jobs.start()
  await backupWork.start(jobs, { log: openLog('error'), backUp })
  const { rows } =
    await sql`SELECT cron, timezone FROM pgboss.schedule WHERE name = ${backupJob.name}`.execute(db)
  expect(rows).toEqual([{ cron: '30 2 * * *', timezone: 'Asia/Kuala_Lumpur' }])
  await inTransaction(db, (tx) => enqueue(tx, backupJob, {}))
  await expect.poll(() => backUp.mock.calls.length, { timeout: 30_000 }).toBe(1)
  await jobs.stop({ graceful: true })
})
