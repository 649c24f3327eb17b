import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { lastAsked } from '../../platform/db/last-asked.ts'
import { PREPARED } from '../../platform/db/prepared.ts'

/** Two subqueries, each one value as JSON tells it: what was added up, and what was not yet. */
type Asked = { added_up: RawBuilder<unknown>; pending: RawBuilder<unknown> }
type Told<A, P> = { version: string; added_up: A | null; pending: P }

/**
 * Figures of the counters, for whoever asks again: what was added up is read once each time that it is, and all that
 * came since with every answer. Both are of one moment, that of the one statement: what was remembered counts only
 * where that finds the same version. `key` is all that the figures are made of.
 */
export const rememberedCounts = <A, P>() => {
  const last = lastAsked<{ version: string; added_up: A }>()
  return async (db: Db, key: string, { added_up, pending }: Asked) => {
    const known = last.get(db, key)
    const { rows } = await sql<Told<A, P>>`
      SELECT version, CASE WHEN version = ${known?.version ?? null}::uuid THEN NULL ELSE ${added_up} END AS added_up,
        ${pending} AS pending
      FROM document_count_version ${PREPARED}`.execute(db)
    const [told] = rows
    if (!told) throw new Error('Counters have one version.')
    if (known && told.added_up === null) return { added_up: known.added_up, pending: told.pending }
    const fresh = { version: told.version, added_up: told.added_up as A } // asked for where nothing is known
    last.set(db, key, fresh)
    return { added_up: fresh.added_up, pending: told.pending }
  }
}

/** All rows of a query as one value. */
export const asJson = (rows: RawBuilder<unknown>) =>
  sql`(SELECT coalesce(json_agg(each), '[]') FROM (${rows}) AS each)`
