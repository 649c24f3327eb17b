import type { Insertable } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { inEntities } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type CertificateRow, type Environment, on, type SecretRow } from '../records/tables.ts'

export const putSecrets = async (tx: Tx, { sender_entity_id, environment, ...rest }: SecretRow) => {
  await on(tx)
    .insertInto('entity_secrets')
    .values({ sender_entity_id, environment, ...rest })
    .onConflict((same) => same.columns(['sender_entity_id', 'environment']).doUpdateSet(rest))
    .execute()
}

export const insertCertificate = async (tx: Tx, row: Insertable<CertificateRow>) => {
  await on(tx).insertInto('entity_certificates').values(row).execute()
}

export const deleteCertificates = async (tx: Tx, ids: readonly string[]) => {
  if (ids.length > 0) await on(tx).deleteFrom('entity_certificates').where('id', 'in', ids).execute()
}

/** The certificate takes the place of the one in use from that moment on. */
export const moveTakeover = async (tx: Tx, id: string, takes_over_at: Date) => {
  await on(tx).updateTable('entity_certificates').set({ takes_over_at }).where('id', '=', id).execute()
}

/**
 * For the worker, which acts for a document that was found for a caller before; `environment` absent: where the
 * entity sends to now.
 */
export const readSecrets = (db: Db, sender_entity_id: string, environment: Environment | undefined) => {
  const query = on(db)
    .selectFrom('entity_secrets')
    .innerJoin('sender_entities', 'sender_entities.id', 'entity_secrets.sender_entity_id')
    .selectAll('entity_secrets')
    .select('document_version')
    .where('sender_entity_id', '=', sender_entity_id)
  return environment
    ? query.where('entity_secrets.environment', '=', environment).executeTakeFirst()
    : query.whereRef('entity_secrets.environment', '=', 'sender_entities.environment').executeTakeFirst()
}

/** For the start: a sealed text of each kind, where there is any, to try the key on. */
export const sealedOfEntities = async (db: Db): Promise<string[]> => {
  const credentials = on(db).selectFrom('entity_secrets').select('client_id_sealed as sealed').limit(1)
  const signing = on(db).selectFrom('entity_certificates').select('private_key_sealed as sealed').limit(1)
  const found = [await credentials.executeTakeFirst(), await signing.executeTakeFirst()]
  return found.flatMap((row) => row?.sealed ?? [])
}

/** The last certificate whose moment had come at `now`. */
export const readCertificateInUse = (
  db: Db,
  { sender_entity_id, environment, now }: { sender_entity_id: string; environment: Environment; now: Date },
) =>
  on(db)
    .selectFrom('entity_certificates')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('environment', '=', environment)
    .where('takes_over_at', '<=', now)
    .orderBy('takes_over_at', 'desc')
    .select(['certificate_pem', 'private_key_sealed', 'not_after'])
    .limit(1)
    .executeTakeFirst()

/** For whom the credentials of each company act where it sends to now. For the server's own jobs. */
export const everyMandate = (db: Db | Tx) =>
  on(db)
    .selectFrom('entity_secrets')
    .innerJoin('sender_entities', 'sender_entities.id', 'entity_secrets.sender_entity_id')
    .whereRef('entity_secrets.environment', '=', 'sender_entities.environment')
    .select(['sender_entity_id', 'on_behalf_of'])

/** What is known of credentials without opening them. */
export const selectCredentials = (db: Db | Tx, caller: Caller) =>
  on(db)
    .selectFrom('entity_secrets')
    .where(inEntities(caller, 'entity_secrets.sender_entity_id'))
    .select(['sender_entity_id', 'environment', 'client_id_sealed', 'on_behalf_of', 'modified_at'])

/** Certificates without their keys, in the order in which they take over. For the server's own jobs. */
export const everyCertificate = (db: Db | Tx) =>
  on(db)
    .selectFrom('entity_certificates')
    .select((eb) => [
      'id',
      'sender_entity_id',
      'environment',
      'certificate_subject',
      'certificate_issuer',
      'certificate_serial',
      'not_before',
      'not_after',
      'takes_over_at',
      eb
        .selectFrom('entity_secrets')
        .whereRef('entity_secrets.sender_entity_id', '=', 'entity_certificates.sender_entity_id')
        .whereRef('entity_secrets.environment', '=', 'entity_certificates.environment')
        .select('on_behalf_of')
        .as('on_behalf_of'),
    ])
    .orderBy('takes_over_at')

export const selectCertificates = (db: Db | Tx, caller: Caller) =>
  everyCertificate(db).where(inEntities(caller, 'entity_certificates.sender_entity_id'))
