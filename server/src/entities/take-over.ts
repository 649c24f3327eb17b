import type { Entity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict, notFound } from '#domain/problems.ts'
import { formatInstant } from '#domain/time/dates.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { succession } from './condition.ts'
import { getEntity } from './get.ts'
import { holdEntity } from './lock.ts'
import { deleteCertificates, moveTakeover, selectCertificates } from './secret-rows.ts'

/**
 * The waiting certificate is used from now on; the one in use is removed with its key. Throws conflict when it does
 * not wait, or is not valid yet.
 */
export const takeOver = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { id, certificate_id }: { id: string; certificate_id: string },
): Promise<Entity> => {
  await inTransaction(db, async (tx) => {
    const entity = await holdEntity(tx, caller, id)
    const all = await selectCertificates(tx, caller).where('sender_entity_id', '=', id).execute()
    const environment = all.find((row) => row.id === certificate_id)?.environment
    if (!environment) throw notFound('There is no such certificate.')
    const known = succession(
      all.filter((row) => row.environment === environment),
      entity,
      now,
    )
    const chosen = known.find((one) => one.id === certificate_id && one.state === 'waiting')
    if (!chosen) throw conflict('not_waiting', 'This certificate does not wait any more.')
    if (new Date(chosen.not_before) > now) {
      const from = formatInstant(new Date(chosen.not_before))
      throw conflict('not_yet_valid', `This certificate is valid from ${from} on.`)
    }
    const former = known.filter((one) => one.id !== certificate_id)
    await deleteCertificates(
      tx,
      former.map((one) => one.id),
    )
    await moveTakeover(tx, certificate_id, now)
    const used = former.find((one) => one.state === 'in_use' || one.state === 'expired')
    const field = `${environment}.certificate_in_use`
    await recordChange(tx, {
      caller,
      action: 'update',
      target_kind: 'entity',
      target_id: id,
      fields: [{ field, old_value: used?.serial ?? '', new_value: chosen.serial }],
      now,
    })
  })
  return getEntity({ db, caller, now }, id)
}
