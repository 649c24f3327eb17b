import type { Entity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { formatInstant } from '#domain/time/dates.ts'
import { recordChange } from '../../audit/record.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { accessChanged } from '../records/facts.ts'
import { targetOf } from '../records/lock.ts'
import { getEntity } from './get.ts'
import { deleteCertificates, moveTakeover } from './secret-rows.ts'
import { holdWaiting, type Named } from './waiting-certificate.ts'

/**
 * The waiting certificate is used from now on; the one in use is removed with its key. Throws conflict when it does
 * not wait, or LHDN would refuse what it signs: `not_yet_valid`, `expired`, `does_not_fit`.
 */
export const takeOver = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  named: Named,
): Promise<Entity> => {
  await inTransaction(db, async (tx) => {
    const { entity, environment, known, waiting, unfit } = await holdWaiting(tx, { caller, now }, named)
    if (new Date(waiting.not_before) > now) {
      const from = formatInstant(new Date(waiting.not_before))
      throw conflict('not_yet_valid', `This certificate is valid from ${from} on.`)
    }
    const until = new Date(waiting.not_after)
    if (until <= now) throw conflict('expired', `The certificate has expired (${formatInstant(until)}).`)
    if (unfit !== '') throw conflict('does_not_fit', unfit)
    const former = known.filter((one) => one.id !== waiting.id)
    await deleteCertificates(
      tx,
      former.map((one) => one.id),
    )
    await moveTakeover(tx, waiting.id, now)
    await tell(tx, accessChanged, { sender_entity_id: named.id })
    const used = former.find((one) => one.state === 'in_use' || one.state === 'expired')
    const field = `${environment}.certificate_in_use`
    const [before, after] = [{ [field]: used?.serial }, { [field]: waiting.serial }]
    await recordChange(tx, { caller, now }, { target: targetOf(entity), before, after, fields: [field] })
  })
  return getEntity({ db, caller, now }, named.id)
}
