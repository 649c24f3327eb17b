import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { BATCH_DOCUMENTS_MAX } from './prepare.ts'
import type { DocumentRow, LockedDocument } from './rows.ts'
import { type Lane, on } from './tables.ts'

/**
 * The next approved documents of a lane, oldest deadline first, then oldest approval, held for update; those which
 * another sender holds or has on the way are passed over. A document whose submission was refused as a whole goes
 * alone, so that one bad document cannot hold back the others for ever.
 */
export const nextToSend = async (tx: Tx, sender_entity_id: string, lane: Lane): Promise<LockedDocument[]> => {
  const waiting = on(tx)
    .selectFrom('documents')
    .where(hasAttempt(['intent', 'accepted', 'unclear']), 'is', false)
    .orderBy('submit_by')
    .orderBy('approved_at')
    .orderBy('id')
  const held = await waiting
    .where('sender_entity_id', '=', sender_entity_id)
    .where('lane', '=', lane)
    .where('status', '=', 'Approved')
    .limit(BATCH_DOCUMENTS_MAX)
    .select('id')
    .forUpdate()
    .skipLocked()
    .execute()
  if (held.length === 0) return []
  // Another sender may have committed its intent after this query looked and before it held the rows: look again.
  const rows = await waiting
    .where('id', '=', sql<string>`ANY(${held.map(({ id }) => id)}::uuid[])`)
    .selectAll()
    .select(hasAttempt(['refused']).as('was_refused'))
    .execute()
  if (rows.length === 0) return nextToSend(tx, sender_entity_id, lane)
  const together = rows.filter((row) => !row.was_refused)
  const chosen: DocumentRow[] = together.length > 0 ? together : rows.slice(0, 1)
  return chosen as LockedDocument[] // the first query holds them
}

const hasAttempt = (states: readonly string[]) =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM attempts AS a
    WHERE a.document_id = documents.id AND a.revision = documents.revision AND a.state = ANY(${[...states]}::text[])
  )`
