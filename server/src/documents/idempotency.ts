import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { actorOf, type DocumentRow, visible } from './rows.ts'
import type { Idempotency } from './save.ts'

/** The document that this caller's key made or last edited, if any. */
export const readIdempotent = (
  db: Db,
  caller: Caller,
  { key, position }: Idempotency,
): Promise<DocumentRow | undefined> =>
  visible(db, caller)
    .where('creator_key', '=', actorOf(caller).creator_key)
    .where('idempotency_key', '=', key)
    .where('idempotency_position', '=', position)
    .selectAll()
    .executeTakeFirst()
