import { sql } from 'kysely'
import { APPROVED_AT_ONCE_MAX, type ApprovalRun, type Refusal, UNDO_MS } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { inStores } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { RunRow } from './runs.ts'

/** A run as its owner reads it, with its first refusals. */
export const tellRun = async (
  handle: Db | Tx,
  { caller, now }: { caller: UserCaller; now: Date },
  run: RunRow,
): Promise<ApprovalRun> => {
  const { id, state, total, approved, refused, undone, sums } = run
  return {
    ...{ id, state, total, approved, refused, undone },
    // Those begun before kinds were told apart have none; their sums are told as they were shown.
    sums: sums.map((sum) => ({ ...sum, kind: sum.kind ?? 'charged' })),
    created_at: run.created_at.toISOString(),
    release_at: run.release_at?.toISOString() ?? null,
    undo_ms: undoMsOf(run, now),
    refusals: refused === 0 ? [] : await readRefusals(handle, caller, { id, limit: APPROVED_AT_ONCE_MAX }),
  }
}

const undoMsOf = ({ state, release_at }: RunRow, now: Date) => {
  if (state === 'approving') return UNDO_MS
  if (state !== 'undoable' || !release_at) return 0
  return Math.max(0, release_at.getTime() - now.getTime())
}

/** Refused documents of a run after this one; of those that the caller may not see the number is left out. */
export const readRefusals = async (
  handle: Db | Tx,
  caller: UserCaller,
  { id, after, limit }: { id: string; after?: string | undefined; limit: number },
): Promise<Refusal[]> => {
  const { rows } = await sql<Refusal>`
    SELECT d.document_id AS uuid, COALESCE(documents.invoice_number, '') AS invoice_number, d.code, d.why
    FROM approval_run_documents AS d
    LEFT JOIN documents ON documents.id = d.document_id AND ${inStores(caller, 'documents.store_code_id')}
    WHERE d.run_id = ${id} AND d.state = 'refused'
      AND (${after ?? null}::uuid IS NULL OR d.document_id > ${after ?? null}::uuid)
    ORDER BY d.document_id LIMIT ${limit}`.execute(handle)
  return rows
}
