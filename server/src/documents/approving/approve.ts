import { sql } from 'kysely'
import type { approvals } from '#contract/approvals.ts'
import type { Output } from '#contract/endpoint.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { inStores } from '../../access/scope.ts'
import type { Approver, Seen } from '../deciding/approve-many.ts'
import { beginRun } from './begin-run.ts'
import { approveNext } from './go-on.ts'
import { tellRun } from './tell.ts'

/**
 * Approves these documents in the caller's transaction, each as it was seen, and answers for each. What is refused
 * stops no other. Nothing goes to the authority before the time for undoing it is over.
 */
export const approveChosen = async (
  by: Approver & { caller: UserCaller },
  { documents }: { documents: readonly Seen[] },
): Promise<Output<typeof approvals.approve>> => {
  const found = sql`
    SELECT w.uuid AS document_id, w.revision, documents.invoice_currency, documents.invoice_type,
      documents.sender_entity_id, documents.total_payable_amount
    FROM jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) AS w(uuid uuid, revision integer)
    LEFT JOIN documents ON documents.id = w.uuid AND ${inStores(by.caller, 'documents.store_code_id')}`
  const begun = await beginRun(by, { state: 'approving', found })
  const run = await approveNext(by, begun.run)
  const told = await tellRun(by.tx, by, run)
  const refused = new Map(told.refusals.map(({ uuid, code, why }) => [uuid, { code, why }]))
  const results = documents.map(({ uuid }) => {
    const reason = refused.get(uuid)
    return reason
      ? { uuid, result: 'refused' as const, ...reason }
      : { uuid, result: 'approved' as const, code: '', why: '' }
  })
  return { run: told, results }
}
