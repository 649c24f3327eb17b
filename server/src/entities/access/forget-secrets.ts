import { recordChange } from '../../audit/record.ts'
import type { Tx } from '../../platform/db/database.ts'
import { targetOf } from '../records/lock.ts'
import { on } from '../records/tables.ts'
import { deleteCertificates } from './secret-rows.ts'

type Forgetting = { opens: (sealed: string) => boolean; now: Date }

/**
 * Deletes the credentials and certificates of companies that do not open, as the audit log tells; answers how many of
 * each. The documents of such a company wait until it has others.
 */
export const forgetEntitySecrets = async (tx: Tx, { opens, now }: Forgetting) => {
  const names = new Map(
    (await on(tx).selectFrom('sender_entities').select(['id', 'name']).execute()).map((row) => [
      row.id,
      row.name,
    ]),
  )
  const tell = async (sender_entity_id: string, field: string, before: string) => {
    const target = targetOf({ id: sender_entity_id, name: names.get(sender_entity_id) ?? '' })
    const told = { target, before: { [field]: before }, after: {}, fields: [field] }
    await recordChange(tx, { caller: undefined, now }, told)
  }
  const credentials = (await on(tx).selectFrom('entity_secrets').selectAll().forUpdate().execute()).filter(
    ({ client_id_sealed, client_secret_sealed }) => !opens(client_id_sealed) || !opens(client_secret_sealed),
  )
  for (const { sender_entity_id, environment, modified_at } of credentials) {
    const own = on(tx).deleteFrom('entity_secrets').where('sender_entity_id', '=', sender_entity_id)
    await own.where('environment', '=', environment).execute()
    await tell(sender_entity_id, `${environment}.credentials`, `set ${modified_at.toISOString()}`)
  }
  const all = await on(tx).selectFrom('entity_certificates').selectAll().forUpdate().execute()
  const certificates = all.filter(({ private_key_sealed }) => !opens(private_key_sealed))
  await deleteCertificates(
    tx,
    certificates.map(({ id }) => id),
  )
  for (const { sender_entity_id, environment, ...row } of certificates) {
    const told = `${row.certificate_subject}, until ${row.not_after.toISOString()}`
    await tell(sender_entity_id, `${environment}.certificate`, told)
  }
  return { credentials: credentials.length, certificates: certificates.length }
}
