import { sql } from 'kysely'
import type { z } from 'zod'
import type { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { TAB_NAMES, TABS, type Tab } from '#domain/documents/lifecycle.ts'
import type { Db } from '../../platform/db/database.ts'
import { COUNTED_MAX, countedAs } from '../../platform/lists/counted.ts'
import { countedStatuses, isCounted, type MatchFilters, matching } from '../finding/matching.ts'

type By = { db: Db; caller: Caller; now: Date }
type Query = z.output<typeof documents.tabs.query>

/** How many documents of the caller's scope each tab of the list holds, as far as its other filters leave them. */
export const countTabs = async (by: By, query: Query) => {
  const filters = { ...query, status: [] }
  const counts = isCounted(filters) ? await ofCounters(by, filters) : await ofRows(by, filters)
  return TAB_NAMES.map((tab) => ({ tab, ...countedAs(counts(tab)) }))
}

const ofCounters = async (by: By, filters: MatchFilters) => {
  const { rows } = await countedStatuses(by, filters).execute(by.db)
  return (tab: Tab) => {
    const within: readonly string[] = TABS[tab]
    return rows.reduce((sum, { status, n }) => sum + (within.includes(status) ? n : 0), 0)
  }
}

const ofRows = async (by: By, filters: MatchFilters) => {
  const counts = TAB_NAMES.map((tab) => {
    const matched = matching(by, { ...filters, status: [tab] })
      .select(sql`1`.as('one'))
      .limit(COUNTED_MAX + 1)
    return sql`SELECT ${tab}::text AS tab, count(*)::int AS n FROM (${matched}) AS matched`
  })
  const { rows } = await sql<{ tab: Tab; n: number }>`${sql.join(counts, sql` UNION ALL `)}`.execute(by.db)
  return (tab: Tab) => rows.find((row) => row.tab === tab)?.n ?? 0
}
