import { inTransaction } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { RECEIVED } from '../sending/outcome.ts'
import type { Engine } from '../store/engine.ts'
import { documentsNoted } from '../store/facts.ts'
import { noteRefusal, UNTOLD_AFTER_MS } from '../store/refusals.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'

/** How the message begins of a submitted document whose verdict cannot be learnt. */
export const UNTOLD = 'LHDN does not tell what became of the document.'
export const REMEDY =
  'Lulus keeps asking. Until it knows, look for it on the LHDN portal, and do not send it again.'

/**
 * Notes why the authority does not tell the verdict on a submitted document; what has lasted for ten minutes people are
 * told. Answers since when it is so.
 */
export const noteUntold = async (engine: Engine, document: DocumentRow, why: string): Promise<Date> => {
  const { id: document_id, sender_entity_id, environment, invoice_number } = document
  const now = engine.clock.now()
  const of = { sender_entity_id, environment, document_id }
  const since = await noteRefusal(engine.db, of, { why: `Of ${invoice_number}: ${why}`, now })
  if (now.getTime() - since.getTime() >= UNTOLD_AFTER_MS)
    await say(engine, document, `${UNTOLD} ${why} ${REMEDY}`)
  return since
}

/** The authority says of the document that it has no verdict yet: that is all there is to tell. */
export const sayReceived = async (engine: Engine, document: DocumentRow): Promise<void> => {
  if (document.status_message.startsWith(UNTOLD)) await say(engine, document, RECEIVED)
}

/** Changes the message of a document whose status is still what was read: nothing happened, so there is no history. */
export const say = async (engine: Engine, document: DocumentRow, words: string): Promise<void> => {
  if (document.status_message === words) return
  await inTransaction(engine.db, async (tx) => {
    const said = await on(tx)
      .updateTable('documents')
      .set({ status_message: words })
      .where('id', '=', document.id)
      .where('sender_entity_id', '=', document.sender_entity_id)
      .where('status', '=', document.status)
      .where('revision', '=', document.revision)
      .returning(['id', 'store_code_id'])
      .executeTakeFirst()
    if (!said) return
    await tell(tx, documentsNoted, { document_ids: [said.id], store_code_ids: [said.store_code_id] })
  })
}
