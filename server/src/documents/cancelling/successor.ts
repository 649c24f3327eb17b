import { invalidFields } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Actor, AUTHORITY, noteCorrection, transition } from '../life/transition.ts'
import { type DocumentRow, type LockedDocument, lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'

type Correcting = { successor: DocumentRow; reason: string; actor: Actor; now: Date }

/**
 * Tells in both histories that one document is to replace the other. Throws invalid_fields where it cannot: made as a
 * note to the very document that is to be cancelled.
 */
export const noteReplacement = async (
  tx: Tx,
  original: LockedDocument,
  { successor, reason, ...by }: Correcting,
): Promise<void> => {
  if (successor.content.original_inv_ref_number === original.authority_uuid) {
    const message = `A note cannot refer to ${original.invoice_number}, which is to be cancelled.`
    throw invalidFields({ original_inv_ref_number: [message] })
  }
  const [old, fresh] = [namedIn(successor, original), namedIn(original, successor)]
  await noteCorrection(tx, original, { ...by, why: `Corrected by ${fresh}: ${reason}` })
  await noteCorrection(tx, successor, {
    ...by,
    why: `Corrects ${old}, and waits until LHDN has cancelled that: ${reason}`,
  })
}

const ELSEWHERE = 'a document of another department'

/** How the history of one names the other: whoever reads it may see no other department. */
const namedIn = (
  { store_code_id }: Pick<DocumentRow, 'store_code_id'>,
  other: Pick<DocumentRow, 'store_code_id' | 'invoice_number'>,
): string => (other.store_code_id === store_code_id ? other.invoice_number : ELSEWHERE)

/** The document is cancelled: what replaces it may be approved, and so sent. */
export const freeSuccessor = async (tx: Tx, original: DocumentRow, now: Date): Promise<void> => {
  const waiting = await waitingFor(tx, original.id)
  if (!waiting) return
  await on(tx)
    .updateTable('documents')
    .set({ awaits_cancellation: false, modified_at: now })
    .where('id', '=', waiting.id)
    .where('sender_entity_id', '=', waiting.sender_entity_id)
    .execute()
  const why = `LHDN has cancelled ${namedIn(waiting, original)}, which this document corrects.`
  await noteCorrection(tx, waiting, { actor: AUTHORITY, why, now })
}

/** Why the authority will not cancel a document, for people. `note_first`: only while a note refers to it. */
export type Refusal = { words: string; note_first?: boolean }

/** The authority will not cancel the document, in these words: what was to replace it must not be sent. */
export const refuseSuccessor = async (
  tx: Tx,
  original_id: string,
  { words, note_first = false, now }: Refusal & { now: Date },
): Promise<void> => {
  const waiting = await waitingFor(tx, original_id)
  if (waiting?.status !== 'Pending Approval') return
  const original = await on(tx)
    .selectFrom('documents')
    .where('id', '=', original_id)
    .select(['invoice_number', 'store_code_id'])
    .executeTakeFirstOrThrow()
  const named = namedIn(waiting, original)
  const next = nextStep(named, note_first)
  const why = `LHDN did not cancel ${named}, which this document was to replace: ${words}\n${next}`
  await transition(tx, waiting, { event: 'reject', actor: AUTHORITY, why, now })
}

const nextStep = (named: string, note_first: boolean): string => {
  if (named === ELSEWHERE) {
    return note_first
      ? 'It stays valid. Cancel it once that note is cancelled.'
      : 'It stays valid. Correct it with a credit, debit or refund note.'
  }
  return note_first
    ? `${named} stays valid. Cancel it once that note is cancelled.`
    : `${named} stays valid. Correct it with a credit, debit or refund note.`
}

/** The document that waits for the cancellation of this one, held for update. */
const waitingFor = async (tx: Tx, original_id: string): Promise<LockedDocument | undefined> => {
  const row = await on(tx)
    .selectFrom('documents')
    .where('corrects', '=', original_id)
    .where('awaits_cancellation', 'is', true)
    .where('status', '<>', 'User Cancelled')
    .select(['id', 'sender_entity_id'])
    .executeTakeFirst()
  const held = row && (await lockForJob(tx, row))
  return held?.awaits_cancellation && held.status !== 'User Cancelled' ? held : undefined
}
