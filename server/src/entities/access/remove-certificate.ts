import type { Entity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { recordChange } from '../../audit/record.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { targetOf } from '../records/lock.ts'
import { getEntity } from './get.ts'
import { deleteCertificates } from './secret-rows.ts'
import { holdWaiting, type Named } from './waiting-certificate.ts'

/** Takes away a certificate that waits, with its key. One in use is only ever replaced: conflict `not_waiting`. */
export const removeCertificate = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  named: Named,
): Promise<Entity> => {
  await inTransaction(db, async (tx) => {
    const { entity, environment, waiting } = await holdWaiting(tx, { caller, now }, named)
    await deleteCertificates(tx, [waiting.id])
    const field = `${environment}.certificate`
    const before = { [field]: `${waiting.subject}, until ${waiting.not_after}` }
    await recordChange(tx, { caller, now }, { target: targetOf(entity), before, after: {}, fields: [field] })
  })
  return getEntity({ db, caller, now }, named.id)
}
