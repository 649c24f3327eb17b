import { sql } from 'kysely'
import type { Refusal } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { cancelDeadline, may } from '#domain/access/policy.ts'
import { notFound } from '#domain/problems.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type DocumentRow, subjectOf, visible } from '../store/rows.ts'

export type Judged = Pick<DocumentRow, 'id' | 'sender_entity_id' | 'environment'> & {
  cancel_by: Date | null
  /** Why it cannot be cancelled now; null where it can. */
  refusal: Refusal | null
}

/** It waits in a run already, so that it has one turn. */
export const TAKEN = { code: 'being_cancelled', why: 'It is being cancelled already, together with others.' }

const IS_TAKEN = sql<boolean>`EXISTS (SELECT FROM cancellation_run_documents AS d
  WHERE d.document_id = documents.id AND d.state IN ('waiting', 'asking'))`

/**
 * Whether the caller may cancel each of these now, by the rule of the single act, in an order that is everybody's.
 * Throws not_found where the caller may not see one.
 */
export const judge = async (
  handle: Db | Tx,
  { caller, now }: { caller: UserCaller; now: Date },
  uuids: readonly string[],
): Promise<Judged[]> => {
  const rows = await visible(handle, caller)
    .where(sql<boolean>`documents.id = ANY(${[...uuids]}::uuid[])`)
    .orderBy('sender_entity_id')
    .orderBy('environment')
    .orderBy('id')
    .select(['id', 'sender_entity_id', 'environment', 'invoice_number', 'invoice_type', 'status'])
    .select(['created_by', 'edited_by', 'validated_at', 'awaits_cancellation', IS_TAKEN.as('is_taken')])
    .execute()
  if (rows.length < uuids.length) throw notFound('There is no such document.')
  return rows.map((row) => {
    const allowed = may(caller, 'cancel', subjectOf(row), now)
    const answer = allowed.ok && row.is_taken ? { ok: false as const, ...TAKEN } : allowed
    const { id, sender_entity_id, environment, invoice_number } = row
    const refusal = answer.ok ? null : { uuid: id, invoice_number, code: answer.code, why: answer.why }
    return { id, sender_entity_id, environment, cancel_by: cancelDeadline(row), refusal }
  })
}
