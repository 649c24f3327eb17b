import { sql } from 'kysely'
import type { Status } from '#domain/documents/lifecycle.ts'
import { countedDocuments } from '../../counting/counted.ts'
import {
  type By,
  conditionOf,
  daysOf,
  inDepartments,
  type MatchFilters,
  ofAnyDay,
  otherStatuses,
} from '../matching.ts'
import { pageByDate } from './page-by-date.ts'
import { lanesOf, type PageWanted } from './pages.ts'

/**
 * The ids of a page by department or by status that lies far in it, of filters that counters know: these tell in which
 * of them it lies, and there it is a page by date. Undefined where filters leave only a part of such a status.
 */
export const pageFarByLane = async (
  by: By,
  given: PageWanted,
  column: 'sender_store_code' | 'status',
): Promise<string[] | undefined> => {
  const lane = column === 'status' ? sql`status` : sql`in_code`
  const { caller, filters } = inDepartments(by.caller, given.filters)
  const { rows: lanes } = await sql<{ name: string; n: number }>`
    SELECT ${lane} AS name, sum(n)::int AS n FROM ${countedDocuments(caller, daysOf(filters))} AS documents
      JOIN ${lanesOf({ caller })} ON store_code_id = in_store
    WHERE ${conditionOf(by, ofAnyDay(filters))}
    GROUP BY 1 HAVING sum(n) > 0 ORDER BY 1 ${sql.raw(given.sort_order)}`.execute(by.db)
  const ids: string[] = []
  let before = 0
  for (const { name, n } of lanes) {
    const offset = Math.max(0, given.offset - before)
    const page_size = Math.min(given.page_size - ids.length, n - offset)
    before += n
    if (page_size <= 0) continue
    const narrowed = narrowedTo(given.filters, column, name)
    if (!narrowed) return undefined
    const page = pageByDate(by, { offset, page_size, sort_order: given.sort_order, filters: narrowed })
    const { rows } = await sql<{ ids: string[] }>`SELECT ARRAY${page} AS ids`.execute(by.db)
    ids.push(...(rows[0]?.ids ?? []))
  }
  return ids
}

const narrowedTo = (filters: MatchFilters, column: 'sender_store_code' | 'status', name: string) => {
  if (column === 'sender_store_code') return { ...filters, sender_store_code: [name] }
  const is_part = otherStatuses(filters)?.includes(name as Status)
  return is_part ? undefined : { ...filters, status: [name] }
}
