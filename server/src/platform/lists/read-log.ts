import { sql } from 'kysely'
import { addressOf } from './paging.ts'

/** Where a row stands in a log: its instant, and its number among those of one instant. */
export type Place = { at: Date; nr: string }

type Wanted<Row extends Place, Out> = {
  /** The whole address of the log itself. */
  url: string
  query: { after?: string | undefined; page_size: number } & Record<string, unknown>
  /** The rows after this place, newest first, at most `limit`. */
  next: (after: Place | undefined, limit: number) => Promise<Row[]>
  toRow: (row: Row) => Out
}

/** A stretch of a log and the address of the next one. It costs the same however far back it lies. */
export const readLog = async <Row extends Place, Out>({ url, query, next, toRow }: Wanted<Row, Out>) => {
  const { after, page_size } = query
  // One more than wanted says whether there are more.
  const rows = await next(after === undefined ? undefined : placeOf(after), page_size + 1)
  const results = rows.slice(0, page_size)
  const last = results.at(-1)
  const more = last && rows.length > page_size
  return {
    next: more ? addressOf(url, { ...query, after: `${last.at.toISOString()}_${last.nr}` }) : null,
    results: results.map(toRow),
  }
}

const placeOf = (after: string): Place => {
  const [at = '', nr = ''] = after.split('_')
  return { at: new Date(at), nr }
}

/** Condition for rows further back than a place, on columns `at` and `nr` of the table or alias. */
export const furtherBack = (table: string, place: Place | undefined) =>
  place
    ? sql<boolean>`(${sql.ref(`${table}.at`)}, ${sql.ref(`${table}.nr`)}) < (${place.at}, ${place.nr}::bigint)`
    : sql<boolean>`TRUE`
