import type { Entity } from '#contract/entities.ts'
import { invalidFields } from '#domain/problems.ts'
import { recordChange } from '../../audit/record.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { actsForOther, ENVIRONMENT_NAMES } from '../records/condition.ts'
import { accessChanged } from '../records/facts.ts'
import { holdEntity, targetOf } from '../records/lock.ts'
import type { Environment, SecretRow } from '../records/tables.ts'
import { getEntity } from './get.ts'
import { areRevoked, demandNoneOpen, isOther } from './other-submitter.ts'
import { selectCredentials } from './secret-rows.ts'
import { storeCredentials } from './secrets.ts'
import type { Testing } from './test-connection.ts'

type Given = {
  id: string
  environment: Environment
  client_id: string
  client_secret: string
  on_behalf_of: string
}
type Known = Pick<SecretRow, 'client_id_sealed' | 'on_behalf_of'>

/**
 * Stores the credentials for one environment, sealed. Throws invalid_fields for those of another environment, and
 * for an intermediary that names another company; conflict `documents_open` for those of another submitter while it is
 * not known what became of documents.
 */
export const setCredentials = async (by: Testing, given: Given): Promise<Entity> => {
  const { db, box, caller, now } = by
  const { id, environment } = given
  const isOthers = ({ client_id_sealed, on_behalf_of }: Known) =>
    isOther({ client_id: box.open(client_id_sealed), on_behalf_of }, given)
  const [stored] = await selectCredentials(db, caller)
    .where('sender_entity_id', '=', id)
    .where('environment', '=', environment)
    .execute()
  const revoked = stored !== undefined && isOthers(stored) && (await areRevoked(by, given))
  // Entered once more, they are tried at once, although they were refused a moment ago.
  await by.authority.forget(given)
  await inTransaction(db, async (tx) => {
    const entity = await holdEntity(tx, caller, id)
    const known = await selectCredentials(tx, caller).where('sender_entity_id', '=', id).execute()
    const elsewhere = known.find(
      (row) => row.environment !== environment && box.open(row.client_id_sealed) === given.client_id,
    )
    if (elsewhere) {
      const place = ENVIRONMENT_NAMES[elsewhere.environment]
      throw invalidFields({ client_id: [`These are the credentials for ${place}.`] })
    }
    if (actsForOther(given.on_behalf_of, entity)) {
      const message = `This names another taxpayer; the TIN of this company is ${entity.tin_no}.`
      throw invalidFields({ on_behalf_of: [message] })
    }
    const before = known.find((row) => row.environment === environment)
    if (before && isOthers(before)) await demandNoneOpen(tx, given, { revoked, now })
    await storeCredentials(tx, box, { ...given, sender_entity_id: id, now })
    await tell(tx, accessChanged, { sender_entity_id: id })
    const told = (row: { modified_at: Date; on_behalf_of: string }) => ({
      [`${environment}.credentials`]: `set ${row.modified_at.toISOString()}`,
      [`${environment}.on_behalf_of`]: row.on_behalf_of,
    })
    const after = told({ ...given, modified_at: now })
    await recordChange(
      tx,
      { caller, now },
      { target: targetOf(entity), before: before ? told(before) : {}, after, fields: Object.keys(after) },
    )
  })
  return getEntity({ db, caller, now }, id)
}
