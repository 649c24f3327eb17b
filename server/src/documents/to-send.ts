import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { BATCH_DOCUMENTS_MAX } from './prepare.ts'
import type { DocumentRow, LockedDocument } from './rows.ts'
import { type Lane, on } from './tables.ts'

/**
 * The next approved documents of a lane, oldest deadline first, then oldest approval, held for update; those which another sender
 * holds or has on the way are passed over. A document whose submission was refused as a whole goes alone, so
 * that one bad document cannot hold back the others for ever.
 */
export const nextToSend = async (tx: Tx, sender_entity_id: string, lane: Lane): Promise<LockedDocument[]> => {
  const rows = await on(tx)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('lane', '=', lane)
    .where('status', '=', 'Approved')
    .where(hasAttempt(['intent', 'accepted', 'unclear']), 'is', false)
    .orderBy('submit_by')
    .orderBy('approved_at')
    .orderBy('id')
    .limit(BATCH_DOCUMENTS_MAX)
    .selectAll()
    .select(hasAttempt(['refused']).as('was_refused'))
    .forUpdate()
    .skipLocked()
    .execute()
  const together = rows.filter((row) => !row.was_refused)
  const chosen: DocumentRow[] = together.length > 0 ? together : rows.slice(0, 1)
  return chosen as LockedDocument[] // the query holds them
}

const hasAttempt = (states: readonly string[]) =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM attempts AS a
    WHERE a.document_id = documents.id AND a.revision = documents.revision AND a.state = ANY(${[...states]}::text[])
  )`
