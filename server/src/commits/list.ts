import type { z } from 'zod'
import { type Commit, commits } from '#contract/logs/commits.ts'
import type { Db } from '../platform/db/database.ts'
import { readLog } from '../platform/lists/read-log.ts'
import { selectCommits } from './rows.ts'

/** The commits that are known, the newest first. */
export const listCommits = (
  { db, public_url }: { db: Db; public_url: string },
  query: z.output<(typeof commits.list)['query']>,
) =>
  readLog({
    url: public_url + commits.list.path,
    query,
    next: (after, limit) => selectCommits(db, after, limit),
    toRow: ({ at, nr: _, ...row }): Commit => ({ ...row, timestamp: at.toISOString() }),
  })
