import { type Db, inTransaction } from '../platform/db/database.ts'
import { readHistory } from './history.ts'
import { keepCommits } from './rows.ts'

/** Keeps what the checkout in this folder has and the log has not. */
export const keepHistory = async ({ db }: { db: Db }, folder: string): Promise<void> => {
  const commits = await readHistory(folder)
  if (commits.length > 0) await inTransaction(db, (tx) => keepCommits(tx, commits))
}
