import { type RawBuilder, sql } from 'kysely'
import { TARGET_KINDS } from '#contract/logs/audit-log.ts'
import type { Place } from '../platform/lists/read-log.ts'
import type { Named } from './actors.ts'
import { PARTS_MAX, type Stretch, stretchOf } from './stretch.ts'

export type EventRow = Place & {
  id: string
  actor_name: string
  actor_email: string
  actor_is_admin: boolean
  action: string
  target_kind: string
  target_id: string
  target_name: string
  target_email: string
  field: string
  old_value: string
  new_value: string
  why: string
}

export type WantedEvents = Stretch & {
  /** Those who acted, and the people who were changed; undefined: anybody. */
  actors: Named | undefined
  people: Named | undefined
  target: { kind: string; id: string } | undefined
  target_kind: string | undefined
  field: string | undefined
  event_id: string | undefined
  is_admin: boolean | undefined
  action: string | undefined
}

/** All that the table's constraint allows. */
const ACTIONS = ['create', 'update', 'delete', 'read', 'export']

/** What was done, newest first, with the people as their addresses are now. Reads the tables of users and documents. */
export const selectEvents = (wanted: WantedEvents) => sql<EventRow>`
  SELECT s.*, coalesce(u.email, '') AS target_email
  FROM (${stretchOf({ ...wanted, ...readingOf(wanted) })}) s
    LEFT JOIN users u ON s.target_kind = 'user' AND u.id::text = s.target_id
  ORDER BY s.at DESC, s.nr DESC`

const readingOf = (wanted: WantedEvents) => {
  const { target, target_kind, field, event_id, people, actors, is_admin, action } = wanted
  // What the parts are made of is not asked once more: of several ways to be somebody all rows would be gathered first.
  const by_people = !event_id && !target && isFew(people)
  const by_actors = !event_id && !target && !by_people && isFew(actors)
  const where = [
    ...(event_id ? [isEvent(event_id, target)] : []),
    ...(target ? [isTarget(target)] : []),
    ...(people && !by_people
      ? [sql<boolean>`r.target_kind = 'user' AND (${isPerson(people)} OR ${wasCalled(people)})`]
      : []),
    ...(actors && !by_actors
      ? [sql<boolean>`(${isActor(actors)} OR ${bearsName(actors)} OR ${bearsAddress(actors)})`]
      : []),
    ...(target_kind ? [isOfKind(target_kind)] : []),
    ...(field ? [isField(field)] : []),
    ...(is_admin === undefined ? [] : [sql<boolean>`r.actor_is_admin = ${is_admin}`]),
    ...(action ? [sql<boolean>`r.action = ${action}`] : []),
  ]
  // Nothing but its history tells of a document.
  if (target?.kind === 'document') return { from: historyOf(target.id), where, parts: [sql<boolean>`TRUE`] }
  return { from: EVENTS, where, parts: partsOf(wanted) }
}

const isFew = (named: Named | undefined) => named !== undefined && named.ids.length <= PARTS_MAX

/** By what is rarest, as far as that can be known without counting. */
const partsOf = (wanted: WantedEvents) => {
  const { target, target_kind, field, event_id, people, actors, is_admin, action } = wanted
  if (event_id) return [isEvent(event_id, target)]
  if (target) return [isTarget(target)]
  if (people && isFew(people)) {
    const called = sql<boolean>`r.target_kind = 'user' AND ${wasCalled(people)}`
    return [...people.ids.map((id) => isTarget({ kind: 'user', id })), called]
  }
  if (actors && isFew(actors)) {
    const by_ids = actors.ids.map((id) => sql<boolean>`coalesce(r.user_id, r.api_key_id) = ${id}::uuid`)
    return [...by_ids, bearsName(actors), bearsAddress(actors)]
  }
  const done = (action === undefined ? ACTIONS : [action]).map((one) => sql<boolean>`r.action = ${one}`)
  if (field) {
    const kinds = target_kind ? [target_kind] : TARGET_KINDS
    return kinds.flatMap((kind) => done.map((one) => all(isOfKind(kind), isField(field), one)))
  }
  if (!target_kind && is_admin === undefined && action === undefined) return [sql<boolean>`TRUE`]
  const by_rights = (is_admin === undefined ? [true, false] : [is_admin]).flatMap((admin) =>
    done.map((one) => sql<boolean>`r.actor_is_admin = ${admin} AND ${one}`),
  )
  return target_kind ? by_rights.map((one) => all(isOfKind(target_kind), one)) : by_rights
}

const all = (...conditions: RawBuilder<boolean>[]) => sql<boolean>`${sql.join(conditions, sql` AND `)}`

const isActor = ({ ids }: Named) => sql<boolean>`coalesce(r.user_id, r.api_key_id) = ANY(${[...ids]}::uuid[])`
const isPerson = ({ ids }: Named) => sql<boolean>`r.target_id = ANY(${[...ids]}::text[])`

/** As they stood at the time, each by an index of its own. */
const bearsName = ({ name }: Named) => sql<boolean>`lower(r.actor_name) = ${name}`
const bearsAddress = ({ name }: Named) => sql<boolean>`lower(r.actor_email) = ${name}`
const wasCalled = ({ name }: Named) => sql<boolean>`lower(r.target_name) = ${name}`

const isOfKind = (kind: string) => sql<boolean>`r.target_kind = ${kind}`
const isField = (field: string) => sql<boolean>`r.field = ${field}`

const isTarget = ({ kind, id }: { kind: string; id: string }) =>
  sql<boolean>`r.target_kind = ${kind} AND r.target_id = ${id}`

/** Steps of documents are numbered, and nothing else is. */
const isEvent = (id: string, target: WantedEvents['target']) =>
  /^\d+$/.test(id) === (target?.kind === 'document') ? sql<boolean>`r.id = ${id}` : sql<boolean>`FALSE`

const EVENTS = sql`(
  SELECT e.id, e.nr, e.at, e.user_id, e.api_key_id, e.actor_name, e.actor_email, e.actor_is_admin,
    e.action, e.target_kind, e.target_id, e.target_name, e.field, e.old_value, e.new_value, '' AS why
  FROM audit_events e)`

/** The steps of a document in the columns of the log; its rights are those that a person has now. */
const historyOf = (document_id: string): RawBuilder<unknown> => sql`(
  SELECT h.id, h.id AS nr, h.at, h.actor_id AS user_id, NULL::uuid AS api_key_id, h.actor_name,
    coalesce(u.email, '') AS actor_email, coalesce(u.access_type = 'superadmin', false) AS actor_is_admin,
    CASE h.event WHEN 'create' THEN 'create' ELSE 'update' END AS action,
    'document' AS target_kind, h.document_id::text AS target_id, d.invoice_number AS target_name,
    'status' AS field, h.from_status AS old_value, h.to_status AS new_value, h.why
  FROM document_history h JOIN documents d ON d.id = h.document_id LEFT JOIN users u ON u.id = h.actor_id
  WHERE h.document_id = ${document_id}::uuid)`
