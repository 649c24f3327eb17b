import type { Tx } from '../../platform/db/database.ts'
import { on } from '../records/tables.ts'

/** Seals the credentials and signing keys of all companies anew; answers how many of each. For another secret key. */
export const resealEntitySecrets = async (tx: Tx, reseal: (sealed: string) => string) => {
  const credentials = await on(tx).selectFrom('entity_secrets').selectAll().forUpdate().execute()
  for (const { sender_entity_id, environment, client_id_sealed, client_secret_sealed } of credentials) {
    const sealed = {
      client_id_sealed: reseal(client_id_sealed),
      client_secret_sealed: reseal(client_secret_sealed),
    }
    const own = on(tx).updateTable('entity_secrets').set(sealed)
    await own
      .where('sender_entity_id', '=', sender_entity_id)
      .where('environment', '=', environment)
      .execute()
  }
  const certificates = on(tx).selectFrom('entity_certificates').select(['id', 'private_key_sealed'])
  const keys = await certificates.forUpdate().execute()
  for (const { id, private_key_sealed } of keys) {
    const sealed = { private_key_sealed: reseal(private_key_sealed) }
    await on(tx).updateTable('entity_certificates').set(sealed).where('id', '=', id).execute()
  }
  return { credentials: credentials.length, certificates: keys.length }
}
