import { X509Certificate } from 'node:crypto'
import type { DocumentVersion } from '#domain/ubl/versions.ts'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { readUnequipped } from '../records/rows.ts'
import type { Environment } from '../records/tables.ts'
import { insertCertificate, putSecrets, readCertificateInUse, readSecrets } from './secret-rows.ts'

export type EntitySecrets = {
  environment: Environment
  document_version: DocumentVersion
  client_id: string
  client_secret: string
  /** An intermediary's: the taxpayer for whom it acts. */
  on_behalf_of?: string
  /** When the credentials were entered. */
  entered_at: Date
  /** Absent until one is installed; documents of version 1.0 need none. */
  certificate?: { certificate_pem: string; private_key_pem: string; not_after: Date }
}

type Place = { sender_entity_id: string; environment: Environment }
type GivenCredentials = Place & {
  client_id: string
  client_secret: string
  on_behalf_of?: string
  now: Date
}
type GivenCertificate = Place & { certificate_pem: string; private_key_pem: string; now: Date }

/** Stores credentials and signing key of an entity that has none, sealed. Throws when the certificate is unreadable. */
export const storeSecrets = async (tx: Tx, box: SecretBox, secrets: GivenCredentials & GivenCertificate) => {
  await storeCredentials(tx, box, secrets)
  const { validFromDate } = new X509Certificate(secrets.certificate_pem)
  await storeCertificate(tx, box, { ...secrets, takes_over_at: validFromDate })
}

/** Stores credentials, sealed, in place of earlier ones for that environment. */
export const storeCredentials = (tx: Tx, box: SecretBox, given: GivenCredentials) =>
  putSecrets(tx, {
    sender_entity_id: given.sender_entity_id,
    environment: given.environment,
    client_id_sealed: box.seal(given.client_id),
    client_secret_sealed: box.seal(given.client_secret),
    on_behalf_of: given.on_behalf_of ?? '',
    modified_at: given.now,
  })

/** Adds a certificate with its key, sealed, that is used from `takes_over_at` on. */
export const storeCertificate = (
  tx: Tx,
  box: SecretBox,
  given: GivenCertificate & { takes_over_at: Date },
) => {
  const certificate = new X509Certificate(given.certificate_pem)
  return insertCertificate(tx, {
    sender_entity_id: given.sender_entity_id,
    environment: given.environment,
    certificate_pem: given.certificate_pem,
    private_key_sealed: box.seal(given.private_key_pem),
    certificate_subject: certificate.subject,
    certificate_issuer: certificate.issuer,
    certificate_serial: certificate.serialNumber,
    not_before: certificate.validFromDate,
    not_after: certificate.validToDate,
    takes_over_at: given.takes_over_at,
    created_at: given.now,
  })
}

type Wanted = { sender_entity_id: string; environment?: Environment | undefined; now: Date }

/**
 * For those who act at the authority only: what they sign and sign in with, where the entity sends to now or in the
 * named environment. Undefined until credentials for it are there.
 */
export const loadSecrets = async (
  db: Db,
  box: SecretBox,
  { sender_entity_id, environment, now }: Wanted,
): Promise<EntitySecrets | undefined> => {
  const row = await readSecrets(db, sender_entity_id, environment)
  if (!row) return undefined
  const held = await readCertificateInUse(db, { sender_entity_id, environment: row.environment, now })
  return {
    environment: row.environment,
    document_version: row.document_version,
    client_id: box.open(row.client_id_sealed),
    client_secret: box.open(row.client_secret_sealed),
    ...(row.on_behalf_of !== '' && { on_behalf_of: row.on_behalf_of }),
    entered_at: row.modified_at,
    ...(held && {
      certificate: {
        certificate_pem: held.certificate_pem,
        private_key_pem: box.open(held.private_key_sealed),
        not_after: held.not_after,
      },
    }),
  }
}

/** Entities of the simulator's environment that have no credentials yet; whoever starts the server gives them some. */
export const unequippedEntities = (db: Db) => readUnequipped(db)
