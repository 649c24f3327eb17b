import type { Generated } from 'kysely'
import type { SenderEntity } from '#contract/people/session.ts'
import type { DocumentVersion } from '#domain/ubl/versions.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export type Environment = SenderEntity['environment']

export type EntityRow = Omit<SenderEntity, 'id' | 'is_active'> & {
  id: Generated<string>
  is_active: Generated<boolean>
  document_version: Generated<DocumentVersion>
  is_demo: Generated<boolean>
  created_at: Date
  modified_at: Date
}

export type StoreRow = {
  id: Generated<string>
  sender_entity_id: string
  code: string
  name: string
  created_at: Date
}

export type SecretRow = {
  sender_entity_id: string
  environment: Environment
  client_id_sealed: string
  client_secret_sealed: string
  on_behalf_of: string
  modified_at: Date
}

export type CertificateRow = {
  id: Generated<string>
  sender_entity_id: string
  environment: Environment
  certificate_pem: string
  private_key_sealed: string
  certificate_subject: string
  certificate_issuer: string
  certificate_serial: string
  not_before: Date
  not_after: Date
  takes_over_at: Date
  created_at: Date
}

type EntityTables = {
  sender_entities: EntityRow
  store_codes: StoreRow
  entity_secrets: SecretRow
  entity_certificates: CertificateRow
}

export const on = (handle: Db | Tx) => handle.withTables<EntityTables>()
