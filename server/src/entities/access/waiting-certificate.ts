import type { Certificate } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict, notFound } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type EntityFacts, problemIn, succession } from '../records/condition.ts'
import { holdEntity } from '../records/lock.ts'
import type { Environment } from '../records/tables.ts'
import { selectCertificates } from './secret-rows.ts'

/** `unfit`: why LHDN would refuse what the one that waits signs; empty when it fits. */
type Held = {
  entity: EntityFacts
  environment: Environment
  known: Certificate[]
  waiting: Certificate
  unfit: string
}

export type Named = { id: string; certificate_id: string }

/**
 * A certificate that waits, with all of its environment, while the company's row is held. Throws 404 when it does not
 * exist and conflict `not_waiting` when it is in use, ended or replaced.
 */
export const holdWaiting = async (
  tx: Tx,
  { caller, now }: { caller: Caller; now: Date },
  { id, certificate_id }: Named,
): Promise<Held> => {
  const entity = await holdEntity(tx, caller, id)
  const all = await selectCertificates(tx, caller).where('sender_entity_id', '=', id).execute()
  const named = all.find((row) => row.id === certificate_id)
  if (!named) throw notFound('There is no such certificate.')
  const { environment } = named
  const ofPlace = all.filter((row) => row.environment === environment)
  const known = succession(ofPlace, entity, now)
  const waiting = known.find((one) => one.id === certificate_id && one.state === 'waiting')
  if (!waiting) throw conflict('not_waiting', 'This certificate does not wait any more.')
  return { entity, environment, known, waiting, unfit: problemIn(named, entity) ?? '' }
}
