import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Probe } from '../http/health.ts'

/**
 * Makes a table of one row that is gone with its own commit: that needs space for a new file and for the log of
 * transactions, which is waited for, and it is refused where the database is read-only. Reading would notice neither.
 */
export const databaseWritesProbe =
  (db: Db): Probe =>
  async () => {
    await sql`CREATE TEMP TABLE writes_probe ON COMMIT DROP AS SELECT 1 AS written`.execute(db)
    return true
  }
