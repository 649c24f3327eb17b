import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { seedCompany } from '../../server/src/demo/seed-company.ts'
import { ask, equipEntities } from '../../server/src/entities/access/equip.ts'
import { systemClock } from '../../server/src/platform/clock/clock.ts'
import { secretBox } from '../../server/src/platform/crypto/secret-box.ts'
import { connectTo, inTransaction } from '../../server/src/platform/db/database.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded/supervisor.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { installJobs } from '../../server/src/platform/jobs/queues.ts'
import { openLog } from '../../server/src/platform/log/log.ts'
import { allJobs } from '../../server/src/worker.ts'
import { createApproving } from './approved.ts'
import { startProgram } from './start-program.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONNECTIONS_MAX = 10

export type PipelineStage = Awaited<ReturnType<typeof openStage>>

/**
 * A database that keeps nothing, unless `durable`, one equipped company, and two authorities in processes of their own.
 */
export const openStage = async ({ durable = false }: { durable?: boolean } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lulus-bench-'))
  // Run by root, the database has a user of its own, who must get in.
  await chmod(folder, 0o755)
  const log = openLog('fatal')
  const embedded = await startEmbedded({ data_dir: folder, log, throw_away: !durable })
  const database = connectTo(embedded.connection, { pool_max: CONNECTIONS_MAX, log })
  const { db } = database
  await migrate(db, join(ROOT, 'server/migrations'))
  await installJobs(db, allJobs)
  const now = systemClock.now()
  const company = await inTransaction(db, (tx) => seedCompany(tx, '', now))
  const simulator = await startProgram('simulator/src/main.ts', {
    SIMULATOR_PORT: '0',
    SIMULATOR_RATE_LIMITS: 'off',
    SIMULATOR_DATA_DIR: join(folder, 'simulator'),
    SIMULATOR_VALIDATION_DELAY_MS: '0',
  })
  const answering = await startProgram('checks/bench/answering-authority.ts')
  const box = secretBox('c0'.repeat(32))
  await equipEntities({ db, box, simulator_url: simulator.url, now })
  return {
    ...{ db, pool: database.pool, box, log, simulator_url: simulator.url, answering_url: answering.url },
    sender_entity_id: company.entities.kinabalu,
    /** Who may create documents there. */
    maker_id: company.users.aminah,
    /** Who may approve what the former made. */
    approver_id: company.users.bakri,
    approve: createApproving(db, company),
    set: (settings: object) => ask(`${simulator.url}/_sim/settings`, z.unknown(), settings, 'PUT'),
    close: async () => {
      simulator.process.kill()
      answering.process.kill()
      await database.close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
