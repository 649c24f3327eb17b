import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApprovalRun, type approvals, FROZEN_MAX } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { matchingPending } from '../reading/pending.ts'
import { awaitsDecisionOf } from '../store/conditions.ts'
import { makerSettings } from '../store/maker-settings.ts'
import { on } from '../store/tables.ts'
import { beginRun } from './begin-run.ts'
import { tellRun } from './tell.ts'

/**
 * Notes the pending documents that match and that the caller may approve, with their revisions, in one snapshot, in
 * place of the set that the caller froze before. Throws conflict `too_many_documents`.
 */
export const freezePending = async (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  filters: z.output<(typeof approvals.freeze)['body']>,
): Promise<ApprovalRun> => {
  const settings = await makerSettings({ db })
  return inTransaction(db, async (tx) => {
    await on(tx)
      .deleteFrom('approval_runs')
      .where('user_id', '=', caller.user_id)
      .where('state', '=', 'frozen')
      .execute()
    const pending = matchingPending(tx, caller, filters)
      .where(awaitsDecisionOf(caller, settings))
      .select(['id as document_id', 'revision', 'invoice_currency', 'invoice_type', 'total_payable_amount'])
      .limit(FROZEN_MAX + 1)
    const run = await beginRun({ tx, caller, now }, { state: 'frozen', found: sql`${pending}` })
    if (run.total > FROZEN_MAX) {
      const most = FROZEN_MAX.toLocaleString('en')
      throw conflict('too_many_documents', `More than ${most} documents match. Narrow the filters.`)
    }
    return tellRun(tx, { caller, now }, run)
  })
}
