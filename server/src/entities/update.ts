import { EntityPatch, type SavedEntity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { checkSender } from '#domain/checks/sender.ts'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import { type Change, type Identity, normaliseIdentity } from '#domain/identity/normalise.ts'
import { invalidFields } from '#domain/problems.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { type Present, present } from '../platform/db/present.ts'
import { tell } from '../platform/facts/tell.ts'
import { getEntity } from './access/get.ts'
import { accessChanged } from './records/facts.ts'
import { holdEntity, targetOf } from './records/lock.ts'
import { updateEntity } from './records/rows.ts'

type Wanted = { id: string; modified_at?: string | null | undefined } & EntityPatch

/**
 * Changes a company's own fields, its identity as the authority writes it, where it sends to, and the version of its
 * documents. Throws invalid_fields for what the authority would refuse in every document, and `changed_meanwhile`.
 * Documents that are not sent yet and were made for another environment are not sent there.
 */
export const updateCompany = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { id, modified_at: seen, ...given }: Wanted,
): Promise<SavedEntity> => {
  const changes = await inTransaction(db, async (tx) => {
    const before = await holdEntity(tx, caller, id)
    const { patch, changes } = written(present(given), before)
    const after = { ...before, ...patch }
    demandSeen({ what: 'The company', seen, before, after, fields: FIELDS })
    // A company with an old fault must still be able to move to another environment.
    const errors = PARTY_FIELDS.some((field) => field in patch) ? checkSender(after, malaysianDate(now)) : {}
    if (Object.keys(errors).length > 0) throw invalidFields(errors)
    await updateEntity(tx, id, { ...patch, modified_at: now })
    const elsewhere = ACCESS_FIELDS.some((field) => before[field] !== after[field])
    if (elsewhere) await tell(tx, accessChanged, { sender_entity_id: id })
    await recordChange(tx, { caller, now }, { target: targetOf(before), before, after, fields: FIELDS })
    return changes
  })
  return { ...(await getEntity({ db, caller, now }, id)), changes }
}

/** What is to change, its identity as the authority writes it; what is not named stays as it is. */
const written = (given: Named, before: Identity): { patch: Named; changes: Change[] } => {
  const all = normaliseIdentity({ ...before, ...given }).changes
  const changes = all.filter(({ field }) => Object.hasOwn(given, field))
  return { patch: { ...given, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }, changes }
}

/** What decides where and how its documents go. */
const ACCESS_FIELDS = ['environment', 'document_version'] as const

const FIELDS = EntityPatch.keyof().options

type Named = Present<EntityPatch>
