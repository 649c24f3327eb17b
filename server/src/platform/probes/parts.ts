import { sql } from 'kysely'
import type { Clock } from '../clock/clock.ts'
import type { Database, Db } from '../db/database.ts'
import type { Files } from '../files/files.ts'
import type { Probe } from '../http/health.ts'
import type { Log } from '../log/log.ts'
import { databaseWritesProbe } from './database-writes.ts'
import { diskProbe } from './disk.ts'
import { remembered } from './remembered.ts'

type Parts = { database: Database; files: Files; clock: Clock; log: Log }

/** What a process needs to be ready: a database that answers and takes writes, and files that do. */
export const partsOf = ({ database, files, clock, log }: Parts) =>
  ({
    database: remembered('database', () => answers(database.db), { clock, log }),
    database_writes: remembered('database_writes', databaseWritesProbe(database.db), { clock, log }),
    disk: remembered('disk', diskProbe(files), { clock, log }),
  }) satisfies Record<string, Probe>

/** By the handle that gives a connection up on which no answer comes: who asks must not use up what is asked about. */
const answers = async (db: Db) => (await sql`SELECT 1`.execute(db)).rows.length === 1
