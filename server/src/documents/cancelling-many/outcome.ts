import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Engine } from '../store/engine.ts'
import { on } from '../store/tables.ts'
import { changeRun, lockRun, type OutcomeState, type Place, type RunRow, STOPPED } from './runs.ts'

/** What came of a document's turn. */
export type Outcome = { state: Exclude<OutcomeState, 'asking'>; code?: string; why?: string }

type Of = { run_id: string; document_id: string }
type Going = Pick<Engine, 'db' | 'clock'>

/** Gives a document its turn: from here on stopping does not reach it. False where its run was stopped meanwhile. */
export const claim = ({ db }: Going, { run_id, document_id }: Of): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const run = await lockRun(tx, run_id)
    if (run?.state !== 'cancelling') return false
    const taken = await on(tx)
      .updateTable('cancellation_run_documents')
      .set({ state: 'asking' })
      .where('run_id', '=', run_id)
      .where('document_id', '=', document_id)
      .where('state', 'in', ['waiting', 'asking'])
      .returning('document_id')
      .executeTakeFirst()
    return taken !== undefined
  })

/**
 * Writes what came of it; after the last one the run has ended. What is settled says more than what somebody wrote who
 * took the same document for left behind.
 */
export const writeOutcome = ({ db, clock }: Going, of: Of, given: Outcome): Promise<void> =>
  inTransaction(db, async (tx) => {
    const run = await lockRun(tx, of.run_id)
    if (!run) return
    const goes_on = run.state === 'cancelling'
    const waits = given.state === 'waiting'
    const outcome: Outcome = waits && !goes_on ? { state: 'not_asked', ...STOPPED } : given
    const { state, code = '', why = '' } = outcome
    await on(tx)
      .updateTable('cancellation_run_documents')
      .set({ state, code, why })
      .where('run_id', '=', of.run_id)
      .where('document_id', '=', of.document_id)
      .where('state', 'in', waits ? ['asking'] : ['asking', 'waiting', 'not_asked', 'unclear'])
      .execute()
    const ends = goes_on && !(await hasOpen(tx, run))
    await changeRun(tx, run, {
      ...(ends && { state: 'ended' }),
      waits_why: waits && goes_on ? why : '',
      modified_at: clock.now(),
    })
  })

/** Whether something of the run has still to have its turn, or to be written down. */
const hasOpen = async (tx: Tx, { id }: Pick<RunRow, 'id'>): Promise<boolean> => {
  const row = await on(tx)
    .selectFrom('cancellation_run_documents')
    .where('run_id', '=', id)
    .where('state', 'in', ['waiting', 'asking'])
    .select('document_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Says to whoever looks on what the runs of a company wait for; the empty one: for nothing any more. */
export const noteWait = async (
  { db, clock }: Going,
  { sender_entity_id, environment }: Place,
  waits_why: string,
): Promise<void> => {
  await inTransaction(db, (tx) =>
    on(tx)
      .updateTable('cancellation_runs')
      .set({ waits_why, modified_at: clock.now() })
      .where('sender_entity_id', '=', sender_entity_id)
      .where('environment', '=', environment)
      .where('state', '=', 'cancelling')
      .$if(waits_why === '', (some) => some.where('waits_why', '<>', ''))
      .execute(),
  )
}
