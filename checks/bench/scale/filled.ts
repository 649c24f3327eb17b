import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Company, seedCompany } from '../../../server/src/demo/seed-company.ts'
import { systemClock } from '../../../server/src/platform/clock/clock.ts'
import { connectTo, type Db, inTransaction, UNHURRIED } from '../../../server/src/platform/db/database.ts'
import { startEmbedded } from '../../../server/src/platform/db/embedded/supervisor.ts'
import { migrate } from '../../../server/src/platform/db/migrate.ts'
import { installJobs } from '../../../server/src/platform/jobs/queues.ts'
import { openLog } from '../../../server/src/platform/log/log.ts'
import { allJobs } from '../../../server/src/worker.ts'
import { fillArchive } from './fill.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../server/migrations')

export type Filled = Awaited<ReturnType<typeof openFilled>>

/**
 * A database of its own with so many documents of the demo company. It is thrown away when it is closed, but for one in
 * a folder of its caller's: that is filled once. Throws where another number of documents is kept there.
 */
export const openFilled = async (documents: number, keep?: string) => {
  if (keep) await mkdir(keep, { recursive: true })
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'lulus-scale-')))
  // Run by root, the database has a user of its own, who must get in.
  await chmod(folder, 0o755)
  const log = openLog('fatal')
  const embedded = await startEmbedded({ data_dir: folder, log, throw_away: true })
  const unhurried = connectTo(embedded.connection, { pool_max: 2, log, ...UNHURRIED })
  await migrate(unhurried.db, MIGRATIONS)
  await installJobs(unhurried.db, allJobs)
  const company = (await readNote(folder, documents)) ?? (await fill(unhurried.db, documents))
  await writeFile(join(folder, NOTE), JSON.stringify({ documents, company } satisfies Note))
  await unhurried.close()
  return {
    ...{ folder, log, company, connection: embedded.connection },
    close: async () => {
      await embedded.stop()
      if (!keep) await rm(folder, { recursive: true, force: true })
    },
  }
}

const fill = async (db: Db, documents: number): Promise<Company> => {
  const now = systemClock.now()
  const company = await inTransaction(db, (tx) => seedCompany(tx, '', now))
  await fillArchive(db, { company, documents, now })
  return company
}

/** What is noted beside an archive when it has been filled. */
type Note = { documents: number; company: Company }
const NOTE = 'filled.json'

const readNote = async (folder: string, documents: number): Promise<Company | undefined> => {
  const text = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // `as`: it was written above.
  const note = JSON.parse(text) as Note
  if (note.documents !== documents) throw new Error(`${folder} keeps ${note.documents} documents.`)
  return note.company
}
