import { sql } from 'kysely'
import { ProblemError } from '#domain/problems.ts'
import { sha256Hex } from '../crypto/digest.ts'
import type { Db } from './database.ts'

/**
 * Runs `work` while this process alone holds the named lease; answers `busy` at once when another one holds it.
 * The lease lives on one database connection: it ends with the process that holds it, also on kill -9, and
 * never because the process is slow.
 */
export const withLease = async <T>(
  db: Db,
  name: string,
  work: () => Promise<T>,
): Promise<{ busy: true } | { busy: false; value: T }> => {
  const key = leaseKey(name)
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      held: boolean
    }>`SELECT pg_try_advisory_lock(${key}::bigint) AS held`.execute(connection)
    if (!rows[0]?.held) return { busy: true }
    try {
      return { busy: false, value: await work() }
    } finally {
      await sql`SELECT pg_advisory_unlock(${key}::bigint)`.execute(connection).catch(unlessGone)
    }
  })
}

/** A lease ends with its connection: then there is nothing to give back, and what the work came to still counts. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof ProblemError)) throw error
}

/** Advisory locks are named by 64 bits. */
const leaseKey = (name: string): string =>
  BigInt.asIntN(64, BigInt(`0x${sha256Hex(name).slice(0, 16)}`)).toString()
