import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { BATCH_DOCUMENTS_MAX } from './prepare.ts'
import type { DocumentRow } from './rows.ts'
import { on } from './tables.ts'

/**
 * The next approved documents of an entity, oldest approval first. A document whose submission was refused as a
 * whole goes alone, so that one bad document cannot hold back the others for ever.
 */
export const nextToSend = async (db: Db, sender_entity_id: string): Promise<DocumentRow[]> => {
  const rows = await on(db)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('status', '=', 'Approved')
    .orderBy('approved_at')
    .orderBy('id')
    .limit(BATCH_DOCUMENTS_MAX)
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('attempts')
            .whereRef('attempts.document_id', '=', 'documents.id')
            .whereRef('attempts.revision', '=', 'documents.revision')
            .where('attempts.state', '=', 'refused')
            .select(sql`1`.as('one')),
        )
        .as('was_refused'),
    )
    .execute()
  const together = rows.filter((row) => !row.was_refused)
  return together.length > 0 ? together : rows.slice(0, 1)
}
