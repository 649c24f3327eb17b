import { type RawBuilder, sql } from 'kysely'
import type { Refusal } from '#contract/approvals.ts'
import { CANCELLATION_REFUSALS_TOLD_MAX, type CancellationRun } from '#contract/documents/cancellations.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { inStores } from '../../access/scope.ts'
import { spacingOf } from '../../authority/wire/calls.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type OutcomeState, type RunRow, STOPPED } from './runs.ts'

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

/** Runs as people read them, each with the first of what was not cancelled. */
export const tellRuns = async (
  handle: Db | Tx,
  { caller }: { caller: UserCaller },
  runs: readonly RunRow[],
): Promise<CancellationRun[]> => {
  const counted = await countOf(handle, runs)
  const names = await namesOf(handle, runs)
  const refused = await readFirstRefused(handle, caller, runs)
  return runs.map((run) => {
    const { id, state, environment, made_by_name, reason, total, waits_why } = run
    const own = counted.filter(({ run_id }) => run_id === id)
    const of = (wanted: OutcomeState) => own.find((row) => row.state === wanted)?.n ?? 0
    const waiting = of('waiting') + of('asking')
    return {
      ...{ id, state, environment, made_by_name, reason, total, waiting, waits_why },
      ...{ cancelled: of('cancelled'), refused: of('refused'), unclear: of('unclear') },
      is_asking: of('asking') > 0,
      not_asked: of('not_asked'),
      stopped_why: own.find(({ stopped_why }) => stopped_why)?.stopped_why ?? '',
      company: names.get(run.sender_entity_id) ?? '',
      created_at: run.created_at.toISOString(),
      left_ms: waiting * spacingOf('state'),
      refusals: refused.filter(({ run_id }) => run_id === id).map(({ run_id: _, ...refusal }) => refusal),
    }
  })
}

/** The same of one. */
export const tellRun = async (handle: Db | Tx, by: { caller: UserCaller }, run: RunRow) => {
  const [told] = await tellRuns(handle, by, [run])
  return told as CancellationRun // of one there is one
}

const idsOf = (runs: readonly RunRow[]) => sql`${runs.map(({ id }) => id)}::uuid[]`

type Counted = { run_id: string; state: OutcomeState; n: number; stopped_why: string | null }

const countOf = async (handle: Db | Tx, runs: readonly RunRow[]): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    SELECT d.run_id, ${STATE_NOW} AS state, count(*)::int AS n,
      min(d.why) FILTER (WHERE d.state = 'not_asked' AND d.code <> ${STOPPED.code}) AS stopped_why
    FROM cancellation_run_documents AS d LEFT JOIN documents ON documents.id = d.document_id
    WHERE d.run_id = ANY(${idsOf(runs)}) GROUP BY 1, 2`.execute(handle)
  return rows
}

const namesOf = async (handle: Db | Tx, runs: readonly RunRow[]): Promise<Map<string, string>> => {
  const ids = runs.map(({ sender_entity_id }) => sender_entity_id)
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM sender_entities WHERE id = ANY(${ids}::uuid[])`.execute(handle)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const readFirstRefused = async (
  handle: Db | Tx,
  caller: UserCaller,
  runs: readonly RunRow[],
): Promise<(Refusal & { run_id: string })[]> => {
  const first = notCancelled(caller, sql`r.id`, {
    ...{ states: ['refused'], limit: CANCELLATION_REFUSALS_TOLD_MAX },
  })
  const { rows } = await sql<Refusal & { run_id: string }>`
    SELECT r.id AS run_id, f.* FROM unnest(${idsOf(runs)}) AS r(id) CROSS JOIN LATERAL (${first}) AS f`.execute(
    handle,
  )
  return rows
}

/** Everything that was not cancelled, but for what may still be. */
const NOT_CANCELLED: readonly OutcomeState[] = ['refused', 'unclear', 'not_asked']

type Wanted = { states?: readonly OutcomeState[]; after?: string | undefined; limit: number }

/** What was not cancelled, after this one; of what the caller may not see the number is left out. */
export const readNotCancelled = async (
  handle: Db | Tx,
  caller: UserCaller,
  { id, ...wanted }: Wanted & { id: string },
): Promise<Refusal[]> => {
  const { rows } = await sql<Refusal>`${notCancelled(caller, sql`${id}::uuid`, wanted)}`.execute(handle)
  return rows
}

const notCancelled = (
  caller: UserCaller,
  run_id: RawBuilder<unknown>,
  { states = NOT_CANCELLED, after, limit }: Wanted,
) => {
  const seen = inStores(caller, 'documents.store_code_id')
  return sql`
    SELECT document_id AS uuid, invoice_number,
      CASE WHEN state_now = 'refused' AND was = 'unclear' THEN ${NOT_ARRIVED.code} ELSE code END AS code,
      CASE WHEN state_now = 'refused' AND was = 'unclear' THEN ${NOT_ARRIVED.why} ELSE why END AS why
    FROM (
      SELECT d.document_id, d.code, d.why, d.state AS was, ${STATE_NOW} AS state_now,
        CASE WHEN ${seen} THEN COALESCE(documents.invoice_number, '') ELSE '' END AS invoice_number
      FROM cancellation_run_documents AS d LEFT JOIN documents ON documents.id = d.document_id
      WHERE d.run_id = ${run_id} AND (${after ?? null}::uuid IS NULL OR d.document_id > ${after ?? null}::uuid)
    ) AS told
    WHERE state_now = ANY(${[...states]}::text[])
    ORDER BY document_id LIMIT ${limit}`
}
