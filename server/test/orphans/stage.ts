import { chmod, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../../src/access/passwords.ts'
import { openSession } from '../../src/access/sessions.ts'
import { seedCompany } from '../../src/demo/seed-company.ts'
import { connectTo, type Db, inTransaction } from '../../src/platform/db/database.ts'
import { startEmbedded } from '../../src/platform/db/embedded/supervisor.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { installJobs } from '../../src/platform/jobs/queues.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { writeSetting } from '../../src/settings/write.ts'
import { allJobs } from '../../src/worker.ts'
import { membersOf } from '../calls/members.ts'
import { openLine } from '../crash/calling.ts'
import { atEnd } from '../ending/at-end.ts'
import { MIGRATIONS } from '../global-setup.ts'
import { PASSWORD } from '../world.ts'
import { openPortal } from './portal.ts'

/**
 * The demo company without its history in an embedded database of its own, and the portal's program that runs on
 * it. As a person may, we have moved the database out of the data folder and left a link.
 */
export const createStage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lulus-orphans-'))
  const place = join(folder, 'moved')
  const cluster = join(place, 'cluster')
  atEnd(async () => {
    // What a failed test has left.
    for (const { pid } of membersOf(cluster)) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  // Run by root, the database has a user of its own, who must get in.
  await chmod(folder, 0o755)
  const data_dir = join(folder, 'data')
  const portal = await openPortal(data_dir)
  const call = await withDatabase(data_dir, (db) => fill(db, portal.url))
  await rename(join(data_dir, 'postgres'), place)
  await symlink(place, join(data_dir, 'postgres'))
  return {
    portal,
    /** How Aminah calls it. */
    call,
    place,
    cluster,
    log_file: join(place, 'postgres.log'),
    /** Runs the database for as long as the work takes, without the portal. */
    withDatabase: <T>(work: (db: Db) => Promise<T>) => withDatabase(data_dir, work),
  }
}

const withDatabase = async <T>(data_dir: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const log = openLog('error')
  const embedded = await startEmbedded({ data_dir, log })
  const database = connectTo(embedded.connection, { pool_max: 2, log })
  try {
    return await work(database.db)
  } finally {
    await database.close()
    await embedded.stop()
  }
}

const fill = async (db: Db, url: string) => {
  const now = new Date()
  await migrate(db, MIGRATIONS)
  await installJobs(db, allJobs)
  const password_hash = await hashPassword(PASSWORD)
  const company = await inTransaction(db, (tx) => seedCompany(tx, password_hash, now))
  await writeSetting(db, { caller: undefined, key: 'demo.history', value: 'done', now })
  const signIn = (user_id: string) => ({ user_id, ip: '127.0.0.1', user_agent: 'test', now })
  const tokenHeader = async (user_id: string) => ({
    authorization: `Token ${await inTransaction(db, (tx) => openSession(tx, signIn(user_id)))}`,
  })
  return openLine({ company, tokenHeader }, url, ['aminah'])
}
