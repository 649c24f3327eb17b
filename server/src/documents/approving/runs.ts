import { type Selectable, sql, type Updateable } from 'kysely'
import type { UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { DAY_MS } from '#domain/time/units.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Retention } from '../../platform/retention/retention.ts'
import type { Reason } from '../deciding/decisions.ts'
import { type ApprovalRunTable, on } from '../store/tables.ts'

export type RunRow = Selectable<ApprovalRunTable>

const RUNS_KEPT_MS = 30 * DAY_MS

/** What is thrown away of former approvals of many; the history of the documents says the same for ever. */
export const runRetention: Retention = {
  table: 'approval_runs',
  column: 'created_at',
  kept_ms: RUNS_KEPT_MS,
  // With each go its documents, up to a hundred thousand.
  rows_max: 1,
}

const NO_RUN = 'There is no such approval. Please begin again.'

const ownRun = (handle: Db | Tx, { user_id }: UserCaller, id: string) =>
  on(handle).selectFrom('approval_runs').where('id', '=', id).where('user_id', '=', user_id).selectAll()

/** One of the caller's own; what others approved is theirs alone. Throws not_found. */
export const readOwnRun = async (handle: Db | Tx, caller: UserCaller, id: string): Promise<RunRow> => {
  const run = await ownRun(handle, caller, id).executeTakeFirst()
  if (!run) throw notFound(NO_RUN)
  return run
}

/** The same, held: whoever approves, undoes or releases waits for whoever does. */
export const lockOwnRun = async (tx: Tx, caller: UserCaller, id: string): Promise<RunRow> => {
  const run = await ownRun(tx, caller, id).forUpdate().executeTakeFirst()
  if (!run) throw notFound(NO_RUN)
  return run
}

/** For jobs, which act for the server. */
export const lockRun = (tx: Tx, id: string): Promise<RunRow | undefined> =>
  on(tx).selectFrom('approval_runs').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

/** Of a run that this transaction holds. */
export const changeRun = (
  tx: Tx,
  { id }: Pick<RunRow, 'id'>,
  patch: Updateable<ApprovalRunTable> & { modified_at: Date },
): Promise<RunRow> =>
  on(tx).updateTable('approval_runs').set(patch).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The next documents of a run in this state, in the order of their ids. */
export const nextOfRun = (tx: Tx, run_id: string, state: 'waiting' | 'approved', limit: number) =>
  on(tx)
    .selectFrom('approval_run_documents')
    .where('run_id', '=', run_id)
    .where('state', '=', state)
    .orderBy('document_id')
    .select(['document_id as uuid', 'revision'])
    .limit(limit)
    .execute()

/** Writes what became of these documents of a run: refused where there is a reason, and otherwise `done`. */
export const writeOutcomes = async (
  tx: Tx,
  run_id: string,
  given: { ids: readonly string[]; done: 'approved' | 'undone'; refused?: ReadonlyMap<string, Reason> },
): Promise<void> => {
  const outcomes = given.ids.map((document_id) => {
    const reason = given.refused?.get(document_id)
    return { document_id, state: reason ? 'refused' : given.done, code: '', why: '', ...reason }
  })
  await sql`
    UPDATE approval_run_documents AS d SET state = w.state, code = w.code, why = w.why
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      AS w(document_id uuid, state text, code text, why text)
    WHERE d.run_id = ${run_id} AND d.document_id = w.document_id`.execute(tx)
}
