import { sql } from 'kysely'
import type { Place } from '../platform/lists/read-log.ts'
import { PARTS_MAX, type Stretch, stretchOf } from './stretch.ts'

export type CallRow = Place & {
  actor_name: string
  method: string
  path: string
  ip: string
  admitted: boolean
}

export type WantedCalls = Stretch & {
  /** Ids of those who called; undefined: anybody. */
  actors: readonly string[] | undefined
  method: string | undefined
}

/** Calls of administration, newest first. */
export const selectCalls = ({ actors, method, ...wanted }: WantedCalls) => {
  const by = actors ? [sql<boolean>`r.actor_id = ANY(${[...actors]}::uuid[])`] : []
  const how = method ? [sql<boolean>`r.method = ${method}`] : []
  const parts =
    actors && actors.length <= PARTS_MAX
      ? actors.map((id) => sql<boolean>`r.actor_id = ${id}::uuid`)
      : [method ? sql<boolean>`r.method = ${method}` : sql<boolean>`TRUE`]
  return sql<CallRow>`${stretchOf({ ...wanted, from: sql`admin_calls`, where: [...by, ...how], parts })}`
}
