import { type Insertable, sql, type Updateable } from 'kysely'
import type { SenderEntity } from '#contract/people/session.ts'
import type { Caller } from '#domain/access/caller.ts'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import { UNFINISHED } from '#domain/documents/lifecycle.ts'
import { inEntities, inStores } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type EntityRow, on, type StoreRow } from './tables.ts'

/** Without the logo, some 500,000 characters: only what shows or prints it reads it. */
const ENTITY_COLUMNS = [
  'id',
  ...PARTY_FIELDS,
  'environment',
  'is_active',
] as const satisfies readonly (keyof SenderEntity)[]

/**
 * Whether anything of a company has still to be sent or judged; of active ones no document is looked at. Status by
 * status in the order of an index: asked for any of them, PostgreSQL would rather read all documents once.
 */
export const isAtWork = sql<boolean>`(CASE WHEN sender_entities.is_active THEN TRUE ELSE coalesce((
  SELECT TRUE FROM store_codes s CROSS JOIN unnest(${UNFINISHED}::text[]) AS unfinished CROSS JOIN LATERAL (
    SELECT FROM documents d WHERE d.store_code_id = s.id AND d.status = unfinished
    ORDER BY d.invoice_date DESC, d.created_at DESC LIMIT 1) AS one
  WHERE s.sender_entity_id = sender_entities.id LIMIT 1), FALSE) END)`

/** For the server's own jobs; whoever asks for a caller uses `selectEntities`. */
export const everyEntity = (db: Db | Tx) =>
  on(db).selectFrom('sender_entities').select(ENTITY_COLUMNS).orderBy('name')

export const selectEntities = (db: Db | Tx, caller: Caller) =>
  everyEntity(db).where(inEntities(caller, 'sender_entities.id'))

export const selectStores = (db: Db, caller: Caller) =>
  on(db)
    .selectFrom('store_codes')
    .select(['id', 'code', 'name', 'sender_entity_id'])
    .where(inStores(caller, 'store_codes.id'))
    .orderBy('code')

/** Undefined where another one bears the code. */
export const insertEntity = async (tx: Tx, row: Insertable<EntityRow>): Promise<string | undefined> => {
  const made = await on(tx)
    .insertInto('sender_entities')
    .values(row)
    .onConflict((same) => same.column('entity_code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export const insertStore = async (tx: Tx, row: Insertable<StoreRow>): Promise<string> =>
  (await on(tx).insertInto('store_codes').values(row).returning('id').executeTakeFirstOrThrow()).id

/** One of the caller's entities with its settings; whoever changes anything of it holds this row. */
export const lockEntity = (tx: Tx, caller: Caller, id: string) =>
  selectEntities(tx, caller)
    .select(['image', 'document_version', 'modified_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateEntity = async (tx: Tx, id: string, patch: Updateable<EntityRow>) => {
  await on(tx).updateTable('sender_entities').set(patch).where('id', '=', id).execute()
}

/** For the start: entities that play with the simulator and have no credentials for it yet. */
export const readUnequipped = (db: Db) =>
  on(db)
    .selectFrom('sender_entities')
    .leftJoin('entity_secrets', (join) =>
      join
        .onRef('entity_secrets.sender_entity_id', '=', 'sender_entities.id')
        .onRef('entity_secrets.environment', '=', 'sender_entities.environment'),
    )
    .select(['sender_entities.id', 'name', 'tin_no', 'identity_type', 'identity_number'])
    .where('sender_entities.environment', '=', 'simulator')
    .where('entity_secrets.sender_entity_id', 'is', null)
    .execute()
