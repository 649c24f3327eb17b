import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedCompany } from '../../../server/src/demo/seed-company.ts'
import { systemClock } from '../../../server/src/platform/clock/clock.ts'
import { connectTo, inTransaction, UNHURRIED } from '../../../server/src/platform/db/database.ts'
import { startEmbedded } from '../../../server/src/platform/db/embedded/supervisor.ts'
import { migrate } from '../../../server/src/platform/db/migrate.ts'
import { installJobs } from '../../../server/src/platform/jobs/queues.ts'
import { openLog } from '../../../server/src/platform/log/log.ts'
import { allJobs } from '../../../server/src/worker.ts'
import { fillArchive } from './fill.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../server/migrations')

export type Filled = Awaited<ReturnType<typeof openFilled>>

/** A database of its own with so many documents of the demo company, which keeps nothing. */
export const openFilled = async (documents: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'lulus-scale-'))
  // Run by root, the database has a user of its own, who must get in.
  await chmod(folder, 0o755)
  const log = openLog('fatal')
  const embedded = await startEmbedded({ data_dir: folder, log, throw_away: true })
  const unhurried = connectTo(embedded.connection, { pool_max: 2, log, ...UNHURRIED })
  await migrate(unhurried.db, MIGRATIONS)
  await installJobs(unhurried.db, allJobs)
  const now = systemClock.now()
  const company = await inTransaction(unhurried.db, (tx) => seedCompany(tx, '', now))
  await fillArchive(unhurried.db, { company, documents, now })
  await unhurried.close()
  return {
    ...{ folder, log, company, connection: embedded.connection },
    close: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
