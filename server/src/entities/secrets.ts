import { X509Certificate } from 'node:crypto'
import type { SenderEntity } from '#contract/session.ts'
import type { DocumentVersion } from '#domain/ubl/invoice.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { putSecrets, readSecrets, readUnequipped } from './rows.ts'

export type EntitySecrets = {
  environment: SenderEntity['environment']
  document_version: DocumentVersion
  client_id: string
  client_secret: string
  /** Absent until one is installed; documents of version 1.0 need none. */
  certificate?: { certificate_pem: string; private_key_pem: string; not_after: Date }
}

type Given = {
  sender_entity_id: string
  environment: SenderEntity['environment']
  client_id: string
  client_secret: string
  certificate_pem: string
  private_key_pem: string
  now: Date
}

/** Stores credentials and signing key of an entity, sealed. Throws when the certificate cannot be read. */
export const storeSecrets = async (tx: Tx, box: SecretBox, secrets: Given) => {
  const certificate = new X509Certificate(secrets.certificate_pem)
  await putSecrets(tx, {
    sender_entity_id: secrets.sender_entity_id,
    environment: secrets.environment,
    client_id_sealed: box.seal(secrets.client_id),
    client_secret_sealed: box.seal(secrets.client_secret),
    certificate_pem: secrets.certificate_pem,
    private_key_sealed: box.seal(secrets.private_key_pem),
    certificate_subject: certificate.subject,
    certificate_issuer: certificate.issuer,
    certificate_serial: certificate.serialNumber,
    not_before: certificate.validFromDate,
    not_after: certificate.validToDate,
    modified_at: secrets.now,
  })
}

/** For the worker only: what it signs and signs in with. Undefined until the entity has been set up. */
export const loadSecrets = async (
  db: Db,
  box: SecretBox,
  sender_entity_id: string,
): Promise<EntitySecrets | undefined> => {
  const row = await readSecrets(db, sender_entity_id)
  if (!row) return undefined
  const { environment, document_version, certificate_pem, private_key_sealed, not_after } = row
  return {
    environment,
    document_version,
    client_id: box.open(row.client_id_sealed),
    client_secret: box.open(row.client_secret_sealed),
    ...(certificate_pem !== null &&
      private_key_sealed !== null &&
      not_after !== null && {
        certificate: { certificate_pem, private_key_pem: box.open(private_key_sealed), not_after },
      }),
  }
}

/** Entities of the simulator's environment that have no credentials yet; whoever starts the server gives them some. */
export const unequippedEntities = (db: Db) => readUnequipped(db)
