import { sql } from 'kysely'
import type { SummaryFacts } from '../../authority/words/answers.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import type { Engine } from '../store/engine.ts'
import { documentsNoted } from '../store/facts.ts'
import { type DocumentRow, lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { adoptCancelled } from './cancellations.ts'

/**
 * Writes down what the authority says of documents and is not known here: that they are cancelled, that buyers ask for
 * their rejection, or what it did not tell with its verdict, a long id or when they were validated. Most often there is
 * nothing, and nothing is read for update.
 */
export const noticeAll = async (
  engine: Engine,
  sender_entity_id: string,
  facts: readonly SummaryFacts[],
): Promise<void> => {
  const telling = new Map(
    facts
      .filter(
        (one) => one.status === 'cancelled' || one.reject_requested_at || one.long_id || one.validated_at,
      )
      .map((one) => [one.uuid, one]),
  )
  if (telling.size === 0) return
  const known = await on(engine.db)
    .selectFrom('documents')
    .where(sql<boolean>`authority_uuid = ANY(${[...telling.keys()]}::text[])`)
    .where('sender_entity_id', '=', sender_entity_id)
    .where('status', '=', 'Validated')
    .select(['id', 'sender_entity_id', 'authority_uuid', 'reject_requested_at', 'long_id', 'validated_at'])
    .execute()
  for (const row of known) {
    const told = telling.get(row.authority_uuid ?? '')
    if (told && (told.status === 'cancelled' || Object.keys(newsOf(row, told)).length > 0))
      await notice(engine, row, told)
  }
}

type Known = Pick<DocumentRow, 'reject_requested_at' | 'long_id' | 'validated_at'>

/** What is said of a valid document and not known here. */
const newsOf = (
  known: Known,
  { reject_requested_at, status_reason, long_id, validated_at }: SummaryFacts,
) => ({
  ...(reject_requested_at &&
    !known.reject_requested_at && { reject_requested_at, reject_reason: status_reason }),
  ...(long_id && !known.long_id && { long_id }),
  ...(validated_at && isEarlier(validated_at, known.validated_at) && { validated_at }),
})

/** One answer may tell the moment more exactly than another, ms. */
const TOLD_ALIKE_MS = 60_000

/** Where the verdict did not tell the moment, that of asking stands in its place, which is later. */
const isEarlier = (told: Date, known: Date | null) =>
  known !== null && known.getTime() - told.getTime() > TOLD_ALIKE_MS

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
      .set({ ...newsOf(document, facts), modified_at: now })
      .where('id', '=', document.id)
      .where('sender_entity_id', '=', document.sender_entity_id)
      .execute()
    await tell(tx, documentsNoted, {
      document_ids: [document.id],
      store_code_ids: [document.store_code_id],
    })
  })
