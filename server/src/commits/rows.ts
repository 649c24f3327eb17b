import type { Generated } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { furtherBack, type Place } from '../platform/lists/read-log.ts'
import type { NewCommit } from './pushed.ts'

type CommitRow = NewCommit & { id: Generated<string>; nr: Generated<string> }

const on = (handle: Db | Tx) => handle.withTables<{ commits: CommitRow }>()

/** The commits after this place, newest first, at most `limit`. */
export const selectCommits = (db: Db, after: Place | undefined, limit: number) =>
  on(db)
    .selectFrom('commits')
    .selectAll()
    .where(furtherBack('commits', after))
    .orderBy('at', 'desc')
    .orderBy('nr', 'desc')
    .limit(limit)
    .execute()

const AT_ONCE = 500

/** Keeps those that are new and answers how many that were. One that is there learns its address, if it had none. */
export const keepCommits = async (tx: Tx, commits: readonly NewCommit[]): Promise<number> => {
  // In one order, so that two deliveries of the same push wait for each other instead of each for the other.
  const distinct = [...new Map(commits.map((one) => [one.commit_id, one])).values()].toSorted((a, b) =>
    a.commit_id < b.commit_id ? -1 : 1,
  )
  let stored = 0
  for (let at = 0; at < distinct.length; at += AT_ONCE) {
    const some = distinct.slice(at, at + AT_ONCE)
    const made = on(tx)
      .insertInto('commits')
      .values(some)
      .onConflict((same) => same.column('commit_id').doNothing())
      .returning('commit_id')
    stored += (await made.execute()).length
    await tellAddresses(tx, some)
  }
  return stored
}

const tellAddresses = async (tx: Tx, commits: readonly NewCommit[]) => {
  for (const { commit_id, commit_url } of commits) {
    if (commit_url === '') continue
    const silent = on(tx)
      .updateTable('commits')
      .where('commit_id', '=', commit_id)
      .where('commit_url', '=', '')
    await silent.set({ commit_url }).execute()
  }
}
