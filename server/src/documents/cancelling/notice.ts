import { sql } from 'kysely'
import type { SummaryFacts } from '../../authority/words/answers.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import type { Engine } from '../store/engine.ts'
import { documentsNoted } from '../store/facts.ts'
import { lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { adoptCancelled } from './cancellations.ts'

/**
 * Writes down what the authority says of documents and is not known here: that they are cancelled, or that buyers ask
 * for their rejection. Most often there is nothing, and nothing is read for update.
 */
export const noticeAll = async (
  engine: Engine,
  sender_entity_id: string,
  facts: readonly SummaryFacts[],
): Promise<void> => {
  const telling = new Map(
    facts
      .filter((one) => one.status === 'cancelled' || one.reject_requested_at)
      .map((one) => [one.uuid, one]),
  )
  if (telling.size === 0) return
  const known = await on(engine.db)
    .selectFrom('documents')
    .where(sql<boolean>`authority_uuid = ANY(${[...telling.keys()]}::text[])`)
    .where('sender_entity_id', '=', sender_entity_id)
    .where('status', '=', 'Validated')
    .select(['id', 'sender_entity_id', 'authority_uuid', 'reject_requested_at'])
    .execute()
  for (const row of known) {
    const told = telling.get(row.authority_uuid ?? '')
    if (told && (told.status === 'cancelled' || !row.reject_requested_at)) await notice(engine, row, told)
  }
}

const notice = (engine: Engine, row: { id: string; sender_entity_id: string }, facts: SummaryFacts) =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, row)
    if (document?.status !== 'Validated') return
    const now = engine.clock.now()
    if (facts.status === 'cancelled') {
      await adoptCancelled(tx, document, { status_reason: facts.status_reason, now })
      return
    }
    await on(tx)
      .updateTable('documents')
      .set({
        reject_requested_at: facts.reject_requested_at,
        reject_reason: facts.status_reason,
        modified_at: now,
      })
      .where('id', '=', document.id)
      .where('sender_entity_id', '=', document.sender_entity_id)
      .execute()
    await tell(tx, documentsNoted, {
      document_ids: [document.id],
      store_code_ids: [document.store_code_id],
    })
  })
