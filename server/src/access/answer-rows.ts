import type { Generated } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

/** Whose key it is, and for which call. */
export type KeyOf = { caller_id: string; endpoint: string; key: string }
type AnswerRow = KeyOf & { fingerprint: string; answer_sealed: Generated<string>; created_at: Date }

const on = (handle: Db | Tx) => handle.withTables<{ first_answers: AnswerRow }>()

/**
 * Takes a key for this transaction, and answers undefined; or answers what was stored under it before. Where another
 * transaction has just taken it, its end is waited for.
 */
export const claimKey = async (tx: Tx, row: KeyOf & { fingerprint: string; created_at: Date }) => {
  const { numInsertedOrUpdatedRows } = await on(tx)
    .insertInto('first_answers')
    .values(row)
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  return on(tx)
    .selectFrom('first_answers')
    .where('caller_id', '=', row.caller_id)
    .where('endpoint', '=', row.endpoint)
    .where('key', '=', row.key)
    .select(['fingerprint', 'answer_sealed'])
    .executeTakeFirstOrThrow()
}

/** Whether an answer is kept under a key; of one that is just being made it is not yet. */
export const isKept = async (db: Db, of: KeyOf): Promise<boolean> => {
  const row = await on(db)
    .selectFrom('first_answers')
    .where('caller_id', '=', of.caller_id)
    .where('endpoint', '=', of.endpoint)
    .where('key', '=', of.key)
    .select('key')
    .executeTakeFirst()
  return row !== undefined
}

export const keepAnswer = async (tx: Tx, of: KeyOf, answer_sealed: string) => {
  await on(tx)
    .updateTable('first_answers')
    .set({ answer_sealed })
    .where('caller_id', '=', of.caller_id)
    .where('endpoint', '=', of.endpoint)
    .where('key', '=', of.key)
    .execute()
}
