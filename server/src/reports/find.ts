import { sql } from 'kysely'
import { isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { on, type ReportRun, type Schedule } from './tables.ts'

export const NO_REPORT = 'There is no such report.'

/** The caller's own reports; what is in them is nobody else's. */
export const ownRuns = (handle: Db | Tx, { user_id }: UserCaller) =>
  on(handle).selectFrom('report_runs').where('user_id', '=', user_id)

/** A run, whoever asked for it; undefined where it was deleted. */
export const anyRun = (handle: Db | Tx, id: string): Promise<ReportRun | undefined> =>
  on(handle).selectFrom('report_runs').where('id', '=', id).selectAll().executeTakeFirst()

/** A schedule, whosever it is; undefined where it was deleted. */
export const anySchedule = (handle: Db | Tx, id: string): Promise<Schedule | undefined> =>
  on(handle).selectFrom('report_schedules').where('id', '=', id).selectAll().executeTakeFirst()

/** Which of these runs were made by a schedule, whose owner gets a mail of its own about each. */
export const mailedRuns = async (handle: Db | Tx, ids: readonly string[]): Promise<string[]> => {
  const runs = on(handle).selectFrom('report_runs').where('id', 'in', ids).where('state', '=', 'done')
  return (await runs.where('schedule_id', 'is not', null).select('id').execute()).map(({ id }) => id)
}

/** How many schedules somebody has. Who counts next waits until this transaction ends, so that none is overlooked. */
export const countSchedules = async (tx: Tx, user_id: string): Promise<number> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`schedules of ${user_id}`}, 0))`.execute(tx)
  const { n } = await on(tx)
    .selectFrom('report_schedules')
    .where('user_id', '=', user_id)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** A schedule of the caller's, and for superadmins anybody's, held until the transaction ends; undefined: none. */
export const holdSchedule = (tx: Tx, caller: UserCaller, id: string): Promise<Schedule | undefined> => {
  const all = on(tx).selectFrom('report_schedules').where('id', '=', id)
  const reached = isSuperadmin(caller) ? all : all.where('user_id', '=', caller.user_id)
  return reached.selectAll().forUpdate().executeTakeFirst()
}

/**
 * Holds a run's schedule, if it has one still. Before the run, as whoever deletes the schedule does, so that neither
 * waits for the other.
 */
export const holdScheduleOf = async (
  tx: Tx,
  { schedule_id }: Pick<ReportRun, 'schedule_id'>,
): Promise<void> => {
  if (schedule_id === null) return
  await on(tx).selectFrom('report_schedules').where('id', '=', schedule_id).select('id').forUpdate().execute()
}

/** One of the caller's reports, for superadmins also a run of anybody's schedule, held. Throws not_found. */
export const holdRun = async (tx: Tx, caller: UserCaller, id: string): Promise<ReportRun> => {
  const all = on(tx).selectFrom('report_runs').where('id', '=', id)
  const row = await (isSuperadmin(caller)
    ? all.where((eb) => eb.or([eb('user_id', '=', caller.user_id), eb('schedule_id', 'is not', null)]))
    : all.where('user_id', '=', caller.user_id)
  )
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(NO_REPORT)
  return row
}
