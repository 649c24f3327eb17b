import type { Generated, Insertable } from 'kysely'
import type { SenderEntity } from '#contract/session.ts'
import type { Caller } from '#domain/access/caller.ts'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import type { DocumentVersion } from '#domain/ubl/invoice.ts'
import { inEntities, inStores } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type EntityRow = Omit<SenderEntity, 'id'> & {
  id: Generated<string>
  document_version: Generated<DocumentVersion>
  created_at: Date
  modified_at: Date
}

type StoreRow = {
  id: Generated<string>
  sender_entity_id: string
  code: string
  name: string
  created_at: Date
}

type SecretRow = {
  sender_entity_id: string
  environment: SenderEntity['environment']
  client_id_sealed: string
  client_secret_sealed: string
  /** All or none of the certificate's columns are filled; version 1.0 goes without. */
  certificate_pem: string | null
  private_key_sealed: string | null
  certificate_subject: string | null
  certificate_issuer: string | null
  certificate_serial: string | null
  not_before: Date | null
  not_after: Date | null
  modified_at: Date
}

const on = (handle: Db | Tx) =>
  handle.withTables<{ sender_entities: EntityRow; store_codes: StoreRow; entity_secrets: SecretRow }>()

const ENTITY_COLUMNS = [
  'id',
  ...PARTY_FIELDS,
  'environment',
  'image',
] as const satisfies readonly (keyof SenderEntity)[]

export const selectEntities = (db: Db, caller: Caller) =>
  on(db)
    .selectFrom('sender_entities')
    .select(ENTITY_COLUMNS)
    .where(inEntities(caller, 'sender_entities.id'))
    .orderBy('name')

export const selectStores = (db: Db, caller: Caller) =>
  on(db)
    .selectFrom('store_codes')
    .select(['id', 'code', 'name', 'sender_entity_id'])
    .where(inStores(caller, 'store_codes.id'))
    .orderBy('code')

export const insertEntity = async (tx: Tx, row: Insertable<EntityRow>): Promise<string> =>
  (await on(tx).insertInto('sender_entities').values(row).returning('id').executeTakeFirstOrThrow()).id

export const insertStore = async (tx: Tx, row: Insertable<StoreRow>): Promise<string> =>
  (await on(tx).insertInto('store_codes').values(row).returning('id').executeTakeFirstOrThrow()).id

export const putSecrets = async (tx: Tx, { sender_entity_id, ...rest }: SecretRow) => {
  await on(tx)
    .insertInto('entity_secrets')
    .values({ sender_entity_id, ...rest })
    .onConflict((same) => same.column('sender_entity_id').doUpdateSet(rest))
    .execute()
}

/** For the worker, which acts for a document that was found for a caller before. */
export const readSecrets = (db: Db, sender_entity_id: string) =>
  on(db)
    .selectFrom('entity_secrets')
    .innerJoin('sender_entities', 'sender_entities.id', 'entity_secrets.sender_entity_id')
    .selectAll('entity_secrets')
    .select('document_version')
    .where('sender_entity_id', '=', sender_entity_id)
    .executeTakeFirst()

/** For the start: entities that play with the simulator and have no credentials for it yet. */
export const readUnequipped = (db: Db) =>
  on(db)
    .selectFrom('sender_entities')
    .leftJoin('entity_secrets', 'entity_secrets.sender_entity_id', 'sender_entities.id')
    .select(['sender_entities.id', 'name', 'tin_no', 'identity_type', 'identity_number'])
    .where('sender_entities.environment', '=', 'simulator')
    .where('entity_secrets.sender_entity_id', 'is', null)
    .execute()
