import type { Db, Tx } from '../../platform/db/database.ts'
import type { DocumentState } from './rows.ts'
import { on } from './tables.ts'

/** Keeps what a document says, before it is edited. */
export const keepFormer = async (
  tx: Tx,
  { id }: Pick<DocumentState, 'id'>,
  { now, actor_name }: { now: Date; actor_name: string },
): Promise<void> => {
  await on(tx)
    .insertInto('document_revisions')
    .columns([
      ...(['document_id', 'sender_entity_id', 'revision', 'content', 'content_hash'] as const),
      ...(['replaced_at', 'replaced_by_name'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('documents')
        .where('id', '=', id)
        .select(({ val }) => [
          ...(['id', 'sender_entity_id', 'revision', 'content', 'content_hash'] as const),
          val(now).as('replaced_at'),
          val(actor_name).as('replaced_by_name'),
        ]),
    )
    .execute()
}

/** What the document said before, the last of it first. */
export const formerOf = (db: Db, { id }: Pick<DocumentState, 'id'>, limit: number) =>
  on(db)
    .selectFrom('document_revisions')
    .where('document_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(limit)
    .select(['revision', 'content', 'content_hash', 'replaced_at', 'replaced_by_name'])
    .execute()
