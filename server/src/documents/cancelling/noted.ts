import { type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { CANCEL_WINDOW_MS } from '#domain/access/policy.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { conflict } from '#domain/problems.ts'
import { inStores } from '../../access/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isNoteOf, saysNumberOf, takeTurnOfNotes } from '../life/notes-of.ts'
import { isOnItsWay } from '../sending/to-send.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'

/**
 * Throws conflict `note_first` where a live note of ours is of the document: LHDN cancels nothing that one names
 * (ActiveReferencingDocuments), and would have what replaces it rejected; one that says NA it does not know for one,
 * and what replaces the document could be credited once more. Notes of other systems LHDN alone knows.
 */
export const demandNoNote = (tx: Tx, caller: Caller, document: DocumentRow): Promise<void> =>
  demandNone(tx, caller, document, isNoteOf(document))

/**
 * The same before a document is cancelled and nothing takes its place: only for notes that say NA and can be cancelled
 * themselves. Those that name it LHDN looks at, and nobody is kept from cancelling for good.
 */
export const demandNoUnnamedNote = (
  tx: Tx,
  caller: Caller,
  document: DocumentRow,
  now: Date,
): Promise<void> => {
  const since = new Date(now.getTime() - CANCEL_WINDOW_MS)
  const is_cancellable = sql<SqlBool>`(validated_at IS NULL OR validated_at > ${since})`
  return demandNone(tx, caller, document, sql<SqlBool>`(${saysNumberOf(document)} AND ${is_cancellable})`)
}

/** LHDN has a note in one of these, or may have it; and one that is on its way, which its status does not tell. */
const LIVE: readonly Status[] = ['Submitted', 'Outcome Unknown', 'Validated']

const IS_LIVE = sql<SqlBool>`(status = ANY(${LIVE}::text[]) OR status = 'Approved' AND ${isOnItsWay()})`

const demandNone = async (
  tx: Tx,
  caller: Caller,
  { id, sender_entity_id, invoice_number }: DocumentRow,
  is_of_it: ReturnType<typeof isNoteOf>,
): Promise<void> => {
  await takeTurnOfNotes(tx, sender_entity_id, 'cancel')
  const note = await on(tx)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where(is_of_it)
    .where(IS_LIVE)
    .where('id', '<>', id)
    .select(['invoice_number', inStores(caller, 'store_code_id').as('seen')])
    .orderBy('seen', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!note) return
  const message = note.seen
    ? `${note.invoice_number} refers to ${invoice_number}. Cancel that note first.`
    : `A note refers to ${invoice_number}. Cancel that note first.`
  throw conflict('note_first', message)
}
