import { sql } from 'kysely'
import type { Refusal } from '#contract/approvals.ts'
import { CANCELLATION_REFUSALS_TOLD_MAX, type CancellationRun } from '#contract/documents/cancellations.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { inStores } from '../../access/scope.ts'
import { spacingOf } from '../../authority/wire/calls.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { OutcomeState, RunRow } from './runs.ts'

/** What became of a lost answer the document knows, since the job that asks about it settles it there. */
const STATE_NOW = sql<OutcomeState>`CASE WHEN d.state <> 'unclear' THEN d.state
  WHEN documents.status = 'User Cancelled' THEN 'cancelled'
  WHEN EXISTS (SELECT FROM cancellations AS c
    WHERE c.document_id = d.document_id AND c.state IN ('intent', 'unclear')) THEN 'unclear'
  ELSE 'refused' END`

const NOT_ARRIVED = {
  code: 'not_arrived',
  why: 'LHDN still shows the document as valid: the cancellation did not arrive. Cancel it again.',
}

/** A run as people read it, with the first of what was not cancelled. */
export const tellRun = async (
  handle: Db | Tx,
  { caller }: { caller: UserCaller },
  run: RunRow,
): Promise<CancellationRun> => {
  const { id, state, environment, made_by_name, reason, total, waits_why } = run
  const { rows } = await sql<{ state: OutcomeState; n: number }>`
    SELECT ${STATE_NOW} AS state, count(*)::int AS n
    FROM cancellation_run_documents AS d LEFT JOIN documents ON documents.id = d.document_id
    WHERE d.run_id = ${id} GROUP BY 1`.execute(handle)
  const of = (wanted: OutcomeState) => rows.find((row) => row.state === wanted)?.n ?? 0
  const waiting = of('waiting') + of('asking')
  const counted = { cancelled: of('cancelled'), refused: of('refused'), unclear: of('unclear') }
  return {
    ...{ id, state, environment, made_by_name, reason, total, waiting, ...counted },
    not_asked: of('not_asked'),
    company: await nameOf(handle, run),
    created_at: run.created_at.toISOString(),
    left_ms: waiting * spacingOf('state'),
    waits_why,
    refusals:
      counted.refused === 0
        ? []
        : await readNotCancelled(handle, caller, {
            ...{ id, states: ['refused'], limit: CANCELLATION_REFUSALS_TOLD_MAX },
          }),
  }
}

const nameOf = async (handle: Db | Tx, { sender_entity_id }: RunRow): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM sender_entities WHERE id = ${sender_entity_id}`.execute(handle)
  return rows[0]?.name ?? ''
}

/** Everything that was not cancelled, but for what may still be. */
const NOT_CANCELLED: readonly OutcomeState[] = ['refused', 'unclear', 'not_asked']

type Wanted = { id: string; states?: readonly OutcomeState[]; after?: string | undefined; limit: number }

/** What was not cancelled, after this one; of what the caller may not see the number is left out. */
export const readNotCancelled = async (
  handle: Db | Tx,
  caller: UserCaller,
  { id, states = NOT_CANCELLED, after, limit }: Wanted,
): Promise<Refusal[]> => {
  const seen = inStores(caller, 'documents.store_code_id')
  const { rows } = await sql<Refusal>`
    SELECT document_id AS uuid, invoice_number,
      CASE WHEN state_now = 'refused' AND was = 'unclear' THEN ${NOT_ARRIVED.code} ELSE code END AS code,
      CASE WHEN state_now = 'refused' AND was = 'unclear' THEN ${NOT_ARRIVED.why} ELSE why END AS why
    FROM (
      SELECT d.document_id, d.code, d.why, d.state AS was, ${STATE_NOW} AS state_now,
        CASE WHEN ${seen} THEN COALESCE(documents.invoice_number, '') ELSE '' END AS invoice_number
      FROM cancellation_run_documents AS d LEFT JOIN documents ON documents.id = d.document_id
      WHERE d.run_id = ${id} AND (${after ?? null}::uuid IS NULL OR d.document_id > ${after ?? null}::uuid)
    ) AS told
    WHERE state_now = ANY(${[...states]}::text[])
    ORDER BY document_id LIMIT ${limit}`.execute(handle)
  return rows
}
