import type { Selectable, Updateable } from 'kysely'
import type { UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { inEntities } from '../../access/scope.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Retention } from '../../platform/retention/retention.ts'
import { cancellationRunJob } from '../store/jobs.ts'
import { type CancellationRunTable, type CancelledDocumentTable, on } from '../store/tables.ts'

export type RunRow = Selectable<CancellationRunTable>
export type OutcomeState = CancelledDocumentTable['state']

/** Whose documents, and where they were sent: what shares a pace, and an obstacle. */
export type Place = { sender_entity_id: string; environment: Environment }

/** What is thrown away of former runs; the history of the documents says the same for ever. */
export const cancellationRunRetention: Retention = {
  table: 'cancellation_runs',
  column: 'created_at',
  kept_ms: 30 * DAY_MS,
  // With each go its documents.
  rows_max: 100,
}

/** Has a worker go on with what waits there, after a pause where one is told. */
export const goOnLater = (tx: Tx, { sender_entity_id, environment }: Place, pause_ms = 0) =>
  enqueue(
    tx,
    cancellationRunJob,
    { sender_entity_id, environment },
    {
      singleton_key: `${sender_entity_id} ${environment}`,
      ...(pause_ms > 0 && { start_after_ms: pause_ms }),
    },
  )

/** The runs of the caller's companies. */
export const visibleRuns = (handle: Db | Tx, caller: UserCaller) =>
  on(handle).selectFrom('cancellation_runs').where(inEntities(caller, 'cancellation_runs.sender_entity_id'))

/** Throws not_found. */
export const readRunOf = async (handle: Db | Tx, caller: UserCaller, id: string): Promise<RunRow> => {
  const run = await visibleRuns(handle, caller).where('id', '=', id).selectAll().executeTakeFirst()
  if (!run) throw notFound('There is no such cancellation.')
  return run
}

/** For jobs, which act for the server: held, so that whoever stops it waits for who goes on with it. */
export const lockRun = (tx: Tx, id: string): Promise<RunRow | undefined> =>
  on(tx).selectFrom('cancellation_runs').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

/** Of a run that this transaction holds. */
export const changeRun = (
  tx: Tx,
  { id }: Pick<RunRow, 'id'>,
  patch: Updateable<CancellationRunTable> & { modified_at: Date },
): Promise<RunRow> =>
  on(tx)
    .updateTable('cancellation_runs')
    .set(patch)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** What has not had its turn stays as it is. Of a run that this transaction holds. */
export const stopRun = async (
  tx: Tx,
  run: Pick<RunRow, 'id'>,
  { now, ...reason }: { code: string; why: string; now: Date },
): Promise<RunRow> => {
  await on(tx)
    .updateTable('cancellation_run_documents')
    .set({ state: 'not_asked', ...reason })
    .where('run_id', '=', run.id)
    .where('state', '=', 'waiting')
    .execute()
  return changeRun(tx, run, { state: 'stopped', waits_why: '', modified_at: now })
}

export const STOPPED = { code: 'stopped', why: 'The cancelling was stopped before its turn. It stays valid.' }

/**
 * Stops all of a database that was put back from a backup: since it was made somebody may have stopped one, and what is
 * cancelled stays so.
 */
export const stopAllRuns = async (tx: Tx, now: Date): Promise<void> => {
  const runs = await on(tx)
    .selectFrom('cancellation_runs')
    .where('state', '=', 'cancelling')
    .select('id')
    .forUpdate()
    .execute()
  for (const run of runs) await stopRun(tx, run, { ...RESTORED, now })
}

const RESTORED = {
  code: 'restored',
  why: 'The database was put back from a backup. Where it is still to be cancelled, choose it again.',
}
