import { type Generated, type JSONColumnType, type Selectable, sql, type Updateable } from 'kysely'
import type { RUN_STATES } from '#contract/logs/chain.ts'
import { DAY_MS } from '#domain/time/units.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Retention } from '../platform/retention/retention.ts'
import type { Progress, Verdict } from './verify.ts'

type RunTable = {
  id: Generated<string>
  begun_at: Date
  begun_by: string
  state: (typeof RUN_STATES)[number]
  records_done: Generated<string>
  records_total: Generated<string>
  ended_at: Generated<Date | null>
  verdict: JSONColumnType<Verdict, string | undefined, string> | null
}
export type RunRow = Selectable<RunTable>

const RUNS_KEPT_MS = 400 * DAY_MS

/** What is thrown away of former verifications. */
export const runRetention: Retention = {
  table: 'verification_runs',
  column: 'begun_at',
  kept_ms: RUNS_KEPT_MS,
}

const on = (handle: Db | Tx) => handle.withTables<{ verification_runs: RunTable }>()

/** The id of a new verification; undefined while another one is open. */
export const insertRun = async (
  tx: Tx,
  run: Pick<RunRow, 'begun_at' | 'begun_by'>,
): Promise<string | undefined> => {
  const row = await on(tx)
    .insertInto('verification_runs')
    .values({ ...run, state: 'waiting', verdict: null })
    .onConflict((open) => open.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The verification that was begun last. */
export const readLastRun = (handle: Db | Tx): Promise<RunRow | undefined> =>
  on(handle)
    .selectFrom('verification_runs')
    .selectAll()
    .orderBy('begun_at', 'desc')
    .orderBy(sql`state IN ('waiting', 'running')`, 'desc')
    .limit(1)
    .executeTakeFirst()

/** The verification that ended last. */
export const readLastEnded = (handle: Db | Tx): Promise<RunRow | undefined> =>
  on(handle)
    .selectFrom('verification_runs')
    .selectAll()
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The verification that came to a verdict last. */
export const readLastVerdict = (handle: Db | Tx): Promise<RunRow | undefined> =>
  on(handle)
    .selectFrom('verification_runs')
    .selectAll()
    .where('verdict', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const change = async (db: Db | Tx, id: string, patch: Updateable<RunTable>): Promise<boolean> => {
  const { numUpdatedRows } = await on(db)
    .updateTable('verification_runs')
    .set(patch)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

// Single statements, which need no transaction: the verification has one open, from which none of it would be seen.

/** From its beginning, also where a former worker was cut short; false when it has ended already. */
export const markRunning = (db: Db, id: string) =>
  change(db, id, { state: 'running', records_done: '0', records_total: '0' })

export const markProgress = (db: Db, id: string, { done, total }: Progress) =>
  change(db, id, { records_done: String(done), records_total: String(total) })

export const markDone = (tx: Tx, id: string, { verdict, now }: { verdict: Verdict; now: Date }) =>
  change(tx, id, { state: 'done', ended_at: now, verdict: JSON.stringify(verdict) })

export const markBrokenOff = (db: Db | Tx, id: string, now: Date) =>
  change(db, id, { state: 'broken_off', ended_at: now })
