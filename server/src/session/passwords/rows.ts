import type { Db, Tx } from '../../platform/db/database.ts'

export type ResetRow = {
  token_hash: string
  user_id: string
  created_at: Date
  valid_until: Date
  sent_at: Date | null
  used_at: Date | null
}

const on = (handle: Db | Tx) => handle.withTables<{ password_resets: ResetRow }>()

export const insertReset = async (tx: Tx, row: Omit<ResetRow, 'sent_at' | 'used_at'>) => {
  await on(tx).insertInto('password_resets').values(row).execute()
}

export const markResetSent = async (tx: Tx, token_hash: string, now: Date) => {
  await on(tx)
    .updateTable('password_resets')
    .set({ sent_at: now })
    .where('token_hash', '=', token_hash)
    .execute()
}

/** How many links that still work a person has been sent. */
export const countOpenResets = async (tx: Tx, user_id: string, now: Date): Promise<number> => {
  const { count } = await on(tx)
    .selectFrom('password_resets')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .where('valid_until', '>', now)
    .where('sent_at', 'is not', null)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const byToken = (handle: Db | Tx, token_hash: string) =>
  on(handle).selectFrom('password_resets').selectAll().where('token_hash', '=', token_hash)

export const readReset = (db: Db, token_hash: string) => byToken(db, token_hash).executeTakeFirst()

/** Held to the end of the transaction, so that of several uses at once one comes first. */
export const holdReset = (tx: Tx, token_hash: string) =>
  byToken(tx, token_hash).forUpdate().executeTakeFirst()

/** None of the person's links works any more. */
export const spendResets = async (tx: Tx, user_id: string, now: Date) => {
  await on(tx)
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
}

/** None of anybody's links works any more. */
export const spendAllResets = async (tx: Tx, now: Date) => {
  await on(tx).updateTable('password_resets').set({ used_at: now }).where('used_at', 'is', null).execute()
}
