import { type RawBuilder, sql } from 'kysely'
import type { Place } from '../platform/lists/read-log.ts'
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
  /** Ids of those who acted, and of the people who were changed; undefined: anybody. */
  actors: readonly string[] | undefined
  people: readonly string[] | undefined
  target: { kind: string; id: string } | undefined
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

const readingOf = ({ target, event_id, people, actors, is_admin, action }: WantedEvents) => {
  const where = [
    ...(event_id ? [isEvent(event_id, target)] : []),
    ...(target ? [isTarget(target)] : []),
    ...(people ? [sql<boolean>`r.target_kind = 'user' AND r.target_id = ANY(${[...people]}::text[])`] : []),
    ...(actors ? [sql<boolean>`coalesce(r.user_id, r.api_key_id) = ANY(${[...actors]}::uuid[])`] : []),
    ...(is_admin === undefined ? [] : [sql<boolean>`r.actor_is_admin = ${is_admin}`]),
    ...(action ? [sql<boolean>`r.action = ${action}`] : []),
  ]
  // Nothing but its history tells of a document.
  if (target?.kind === 'document') return { from: historyOf(target.id), where, parts: [sql<boolean>`TRUE`] }
  return { from: EVENTS, where, parts: partsOf({ target, event_id, people, actors, is_admin, action }) }
}

/** By what is rarest, as far as that can be known without counting. */
const partsOf = ({
  target,
  event_id,
  people,
  actors,
  is_admin,
  action,
}: Omit<WantedEvents, keyof Stretch>) => {
  if (event_id) return [isEvent(event_id, target)]
  if (target) return [isTarget(target)]
  if (people && people.length <= PARTS_MAX) return people.map((id) => isTarget({ kind: 'user', id }))
  if (actors && actors.length <= PARTS_MAX) {
    return actors.map((id) => sql<boolean>`coalesce(r.user_id, r.api_key_id) = ${id}::uuid`)
  }
  if (is_admin === undefined && action === undefined) return [sql<boolean>`TRUE`]
  const actions = action === undefined ? ACTIONS : [action]
  return (is_admin === undefined ? [true, false] : [is_admin]).flatMap((admin) =>
    actions.map((one) => sql<boolean>`r.actor_is_admin = ${admin} AND r.action = ${one}`),
  )
}

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
