import { OWN_PENDING_MAX, PENDING_MAX } from '#contract/people/change-requests.ts'
import { type Caller, callerId, isSuperadmin } from '#domain/access/caller.ts'
import { differences, type Version } from '#domain/access/versions.ts'
import { conflict, type FieldMessage, invalidFields, notFound } from '#domain/problems.ts'
import { formatInstant } from '#domain/time/dates.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { overdueAt } from './expiry.ts'
import type { Change, Subject } from './kind.ts'
import { KINDS } from './kinds.ts'
import { type RequestRow, readPending } from './rows.ts'
import type { Wish } from './wishes.ts'

type By = {
  db: Db | Tx
  caller: Caller
  now: Date
  /** Reads what is to change; holds it, where it is asked for in a transaction. */
  find?: (id: string) => Promise<Subject | undefined>
}

/**
 * What a wish comes to. Throws not_found, invalid_fields, and conflict where another request about the same thing, or
 * for the same new one, waits, too many requests wait, or something refers to what is to go.
 */
export const weigh = async ({ db, caller, now, find }: By, wish: Wish): Promise<Change> => {
  const kind = KINDS[wish.kind]
  const { action, target_id } = wish
  if (action !== 'create' && target_id === '')
    throw invalidFields({ [kind.id_field]: [`Please select the ${kind.noun}.`] })
  const subject = action === 'create' ? undefined : await (find ?? ((id) => kind.find(db, id)))(target_id)
  if (action !== 'create' && !subject) throw notFound(`There is no such ${kind.noun}.`)
  const pending = await readPending(db, overdueAt(now))
  refuseMany(pending, caller)
  refuseSecond(pending, { kind: wish.kind, subject })
  const after = action === 'delete' ? undefined : wish.draw(subject?.version)
  const company = subject ?? (await wish.company({ db, caller }))
  const { sender_entity_id, sender_entity_name } = company
  if (!subject && after && !isSuperadmin(caller))
    refuseTwin(pending, { kind: wish.kind, after, sender_entity_id })
  const change = { action, subject, after, sender_entity_id, sender_entity_name }
  if (subject && after && differences(subject.version, after).length === 0)
    throw invalidFields({}, ['This changes nothing.'])
  const obstacle = await kind.obstacle(db, change, caller)
  if (obstacle) throw refusal(obstacle)
  return change
}

const refusal = ({ field, message }: FieldMessage) =>
  field === '' ? conflict('in_use', message) : invalidFields({ [field]: [message] })

/** All wait in one list: one person's must not keep the others from asking. */
const refuseMany = (pending: readonly RequestRow[], caller: Caller) => {
  if (pending.length >= PENDING_MAX)
    throw conflict('too_many_requests', `${PENDING_MAX} requests wait. Some of them must be decided first.`)
  const own = pending.filter(({ requested_by }) => requested_by === callerId(caller))
  if (own.length < OWN_PENDING_MAX || isSuperadmin(caller)) return
  const why = `${OWN_PENDING_MAX} of your requests wait. Withdraw some, or have them decided first.`
  throw conflict('too_many_requests', why)
}

/** One request about a thing waits at a time: the second could only fail, since the first changes its target. */
const refuseSecond = (
  pending: readonly RequestRow[],
  { kind, subject }: { kind: Wish['kind']; subject: Subject | undefined },
) => {
  const other = pending.find((row) => row.kind === kind && row.target_id === subject?.id)
  if (!subject || !other) return
  const { nameOf, noun } = KINDS[kind]
  const who = `${other.requested_by_name} asked on ${formatInstant(other.requested_at)} for another change`
  const what = `of the ${noun} ${nameOf(subject.version)} (request ${other.id}).`
  throw conflict('request_waiting', `${who} ${what} It must be decided first.`)
}

type Made = { kind: Wish['kind']; after: Version; sender_entity_id: string | null }

/** And so could the second request for the same new one. Superadmins see all that wait, and reject one. */
const refuseTwin = (pending: readonly RequestRow[], { kind, after, sender_entity_id }: Made) => {
  const twin = pending.find(
    (row) =>
      row.action === 'create' &&
      row.kind === kind &&
      row.sender_entity_id === sender_entity_id &&
      differences(row.after ?? undefined, after).length === 0,
  )
  if (!twin) return
  const [who, at] = [twin.requested_by_name, formatInstant(twin.requested_at)]
  const why = `${who} asked on ${at} for the same (request ${twin.id}). It must be decided first.`
  throw conflict('request_waiting', why)
}
