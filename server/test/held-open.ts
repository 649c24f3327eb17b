import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectTo, type Db, inTransaction, type Tx } from '../src/platform/db/database.ts'
import { openLog } from '../src/platform/log/log.ts'
import type { World } from './world.ts'

export type Work = (tx: Tx) => Promise<unknown>

/**
 * Does `work` in a transaction on a connection of its own and keeps it open: what it locked stays locked, and nobody
 * sees what it wrote, until `commit`.
 */
export const holdOpen = async ({ connection }: Pick<World, 'connection'>, work: Work) => {
  const beside = connectTo(connection, { pool_max: 1, log: openLog('error') })
  const done = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const committed = inTransaction(beside.db, async (tx) => {
    await work(tx)
    done.resolve()
    await leave.promise
  })
  await Promise.race([done.promise, committed])
  return {
    commit: async () => {
      leave.resolve()
      await committed
      await beside.close()
    },
  }
}

const LOOK_MS = 5

/** Until so many connections of this database, counted before each look, wait for a lock that another one holds. */
export const untilWaiting = async (db: Db, wanted: () => number): Promise<void> => {
  for (;;) {
    const needed = wanted()
    const { rows } = await sql<{ waiting: number }>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.waiting ?? 0) >= needed) return
    await sleep(LOOK_MS)
  }
}
