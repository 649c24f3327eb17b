import { conflict } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import { openAttempt } from '../sending/attempts.ts'
import { foundOf, isRecognising, markFound } from '../sending/compared.ts'
import type { LockedDocument } from '../store/rows.ts'

/**
 * What is on hold is sent back only where LHDN has no copy of it, as far as is known (decision 006). Throws conflict
 * `wrong_status` while it is on its way, and `received_already` or `recognising` while LHDN has a document of its
 * number that was not known here (decision 061) and may be this one: where LHDN does not show it for two hours, a
 * person has judged that it is another. While it is not known yet what LHDN has it may be sent back: approved anew, it
 * is compared before it goes out.
 */
export const demandNotSent = async (tx: Tx, document: LockedDocument, now: Date): Promise<void> => {
  if (document.status !== 'OnHold') return
  if (await openAttempt(tx, document.id, document.revision)) throw conflict('wrong_status', ON_ITS_WAY)
  const found = (await foundOf(tx, document, [document.id])).get(document.id)
  if (!found || found.differs_at) return
  if (!found.held_at) throw conflict('received_already', RECEIVED_ALREADY)
  if (isRecognising(found, now)) throw conflict('recognising', RECOGNISING)
  // Else it could not be thrown away: who has it approved again has it held and compared again.
  await markFound(tx, document, { authority_uuid: found.authority_uuid, differs_at: now })
}

const ON_ITS_WAY = 'The document is on its way to LHDN; this is no longer possible.'
const RECEIVED_ALREADY =
  'LHDN has a document of this number that is not known here. Release this one: before it goes out, Lulus asks ' +
  'whether it is the same.'
const RECOGNISING = 'Lulus is asking LHDN whether it has this very document. Try again later.'
