import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { Paged } from '../../platform/lists/paging.ts'
import type { MatchFilters } from './matching.ts'

/** One page of the documents that filters leave; `among`: the ids of all of these, where they are few beside others. */
export type PageWanted = Paged & {
  filters: MatchFilters
  sort_order: 'asc' | 'desc'
  among?: RawBuilder<unknown> | undefined
}

/** What tells any two documents apart, whatever a list is sorted by. */
export const BY_DATE = ['invoice_date', 'created_at', 'id']

/** What to order by, all of it in one direction. */
export const orderBy = (columns: readonly string[], direction: 'asc' | 'desc') =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))

/**
 * The caller's departments as a table, `in_store` and `in_code`, each with each of the statuses (`in_status`), if any:
 * every row is where an index is entered.
 */
export const lanesOf = ({ caller }: { caller: Caller }, statuses?: readonly Status[]) => {
  const departments = sql`ROWS FROM (unnest(${caller.stores.map(({ store_code_id }) => store_code_id)}::uuid[]),
    unnest(${caller.stores.map(({ code }) => code)}::text[])) AS department (in_store, in_code)`
  return statuses ? sql`${departments}, unnest(${[...statuses]}::text[]) AS in_status` : departments
}
