import { sql } from 'kysely'
import type { Place } from '../platform/lists/read-log.ts'
import type { Named } from './actors.ts'
import { PARTS_MAX, type Stretch, stretchOf } from './stretch.ts'

export type CallRow = Place & {
  actor_name: string
  method: string
  path: string
  ip: string
  admitted: boolean
}

export type WantedCalls = Stretch & {
  /** Those who called; undefined: anybody. */
  actors: Named | undefined
  method: string | undefined
}

/** Calls of administration, newest first. */
export const selectCalls = ({ actors, method, ...wanted }: WantedCalls) => {
  const how = method ? [sql<boolean>`r.method = ${method}`] : []
  const { where, parts } = actors
    ? byActors(actors)
    : { where: [], parts: [method ? sql<boolean>`r.method = ${method}` : sql<boolean>`TRUE`] }
  return sql<CallRow>`${stretchOf({ ...wanted, from: sql`admin_calls`, where: [...where, ...how], parts })}`
}

/** What the parts are made of is not asked once more: of two ways to be somebody all rows would be gathered first. */
const byActors = (actors: Named) => {
  const { ids } = actors
  if (ids.length > PARTS_MAX) {
    return { where: [sql<boolean>`(${isOneOf(actors)} OR ${isNamed(actors)})`], parts: [sql<boolean>`TRUE`] }
  }
  const called = ids.map((id) => sql<boolean>`r.actor_id = ${id}::uuid`)
  return { where: [], parts: [...called, isNamed(actors)] }
}

const isOneOf = ({ ids }: Named) => sql<boolean>`r.actor_id = ANY(${[...ids]}::uuid[])`

const isNamed = ({ name }: Named) => sql<boolean>`lower(r.actor_name) = ${name}`
