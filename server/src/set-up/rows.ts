import type { Generated } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

export type LinkRow = {
  token_hash: string
  created_at: Date
  valid_until: Date
  used_at: Generated<Date | null>
}

const on = (handle: Db | Tx) => handle.withTables<{ set_up_links: LinkRow }>()

/** Adds a link, and clears away those that have ended. */
export const addLink = async (tx: Tx, row: Omit<LinkRow, 'used_at'>) => {
  await on(tx).deleteFrom('set_up_links').where('valid_until', '<=', row.created_at).execute()
  await on(tx).insertInto('set_up_links').values(row).execute()
}

export const deleteLinks = async (tx: Tx) => {
  await on(tx).deleteFrom('set_up_links').execute()
}

const byToken = (handle: Db | Tx, token_hash: string) =>
  on(handle).selectFrom('set_up_links').selectAll().where('token_hash', '=', token_hash)

export const readLink = (db: Db, token_hash: string) => byToken(db, token_hash).executeTakeFirst()

/** Held to the end of the transaction, so that of several uses at once one comes first. */
export const holdLink = (tx: Tx, token_hash: string) => byToken(tx, token_hash).forUpdate().executeTakeFirst()

export const spendLink = async (tx: Tx, token_hash: string, now: Date) => {
  await on(tx)
    .updateTable('set_up_links')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .execute()
}
