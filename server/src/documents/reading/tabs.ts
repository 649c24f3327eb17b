import type { z } from 'zod'
import type { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { type Status, TAB_NAMES, TABS } from '#domain/documents/lifecycle.ts'
import type { Db } from '../../platform/db/database.ts'
import { COUNTED_MAX, countedAs } from '../../platform/lists/counted.ts'
import { inCompanies } from '../finding/companies.ts'
import { countByStatus } from '../finding/count-by-status.ts'
import { countedStatuses, isCounted } from '../finding/matching.ts'

type By = { db: Db; caller: Caller; now: Date }
type Query = z.output<typeof documents.tabs.query>

/** How many documents of the caller's scope each tab of the list holds, as far as its other filters leave them. */
export const countTabs = async (by: By, query: Query) => {
  const { by: seen, filters: rest } = await inCompanies(by, query)
  const filters = { ...rest, status: [] }
  const counts = isCounted(filters)
    ? (await countedStatuses(seen, filters).execute(by.db)).rows
    : await countByStatus(seen, filters, COUNTED_MAX)
  return TAB_NAMES.map((tab) => {
    const within: readonly Status[] = TABS[tab]
    return {
      tab,
      ...countedAs(counts.reduce((sum, { status, n }) => sum + (within.includes(status) ? n : 0), 0)),
    }
  })
}
