import { sql } from 'kysely'
import type { cancellations } from '#contract/documents/cancellations.ts'
import type { Output } from '#contract/endpoint.ts'
import { callerName, type UserCaller } from '#domain/access/caller.ts'
import type { Tx } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'
import { type Judged, judge, TAKEN } from './judge.ts'
import { changeRun, goOnLater, type OutcomeState, type RunRow } from './runs.ts'
import { tellRuns } from './tell.ts'

type By = { tx: Tx; caller: UserCaller; now: Date }

/**
 * Notes what is to be cancelled, with the reason, and has a worker do it. What cannot be cancelled stands there as
 * refused, and so does what another call has taken since it was looked at.
 */
export const beginCancelling = async (
  by: By,
  { uuids, reason }: { uuids: readonly string[]; reason: string },
): Promise<Output<typeof cancellations.begin>> => {
  const judged = await judge(by.tx, by, uuids)
  const runs = []
  for (const alike of Map.groupBy(
    judged,
    ({ sender_entity_id, environment }) => `${sender_entity_id} ${environment}`,
  ).values())
    runs.push(await beginRun(by, alike, reason))
  return { runs: await tellRuns(by.tx, by, runs) }
}

const beginRun = async ({ tx, caller, now }: By, judged: Judged[], reason: string): Promise<RunRow> => {
  const [{ sender_entity_id, environment }] = judged as [Judged] // a group has one
  const run = await on(tx)
    .insertInto('cancellation_runs')
    .values({
      ...{ sender_entity_id, environment, reason, user_id: caller.user_id, made_by_name: callerName(caller) },
      ...{ state: 'cancelling', total: judged.length, created_at: now, modified_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const taken = await insert(tx, run, judged.map(rowOf))
  const known = new Set(taken)
  const others = judged.filter(({ id }) => !known.has(id))
  await insert(
    tx,
    run,
    others.map((one) => ({ ...rowOf(one), state: 'refused', ...TAKEN })),
  )
  const waits = judged.some(({ id, refusal }) => refusal === null && known.has(id))
  if (!waits) return changeRun(tx, run, { state: 'ended', modified_at: now })
  await goOnLater(tx, run)
  return run
}

type Row = { document_id: string; cancel_by: Date | null; state: OutcomeState; code: string; why: string }

const rowOf = ({ id, cancel_by, refusal }: Judged): Row => ({
  document_id: id,
  cancel_by,
  state: refusal ? 'refused' : 'waiting',
  code: refusal?.code ?? '',
  why: refusal?.why ?? '',
})

/** Answers those that were not open elsewhere. In the order of all, so that no two wait for each other crosswise. */
const insert = async (tx: Tx, { id }: RunRow, rows: readonly Row[]): Promise<string[]> => {
  const inserted = await sql<{ document_id: string }>`
    INSERT INTO cancellation_run_documents (run_id, document_id, cancel_by, state, code, why)
    SELECT ${id}, document_id, cancel_by, state, code, why
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS w(document_id uuid, cancel_by timestamptz, state text, code text, why text)
    ORDER BY document_id
    ON CONFLICT DO NOTHING RETURNING document_id`.execute(tx)
  return inserted.rows.map(({ document_id }) => document_id)
}
