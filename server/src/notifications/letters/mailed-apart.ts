import type { Db } from '../../platform/db/database.ts'
import { mailedRuns } from '../../reports/find.ts'
import type { Item } from '../notices/read.ts'

/** The items without those of which a mail of its own goes out, which says more: a second one says nothing new. */
export const withoutMailed = async (db: Db, items: readonly Item[]): Promise<Item[]> => {
  const runs = items.filter(({ kind }) => kind === 'report_finished').map(({ subject }) => subject)
  const mailed = new Set(runs.length > 0 ? await mailedRuns(db, runs) : [])
  return items.filter(
    ({ kind, outcome, subject }) =>
      !mailed.has(subject) && !(kind === 'request_decided' && outcome === 'expired'),
  )
}
