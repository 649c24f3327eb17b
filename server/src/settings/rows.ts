import { type Insertable, type JSONColumnType, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

type SettingRow = {
  key: string
  category: string
  value: JSONColumnType<object, string, string>
  modified_at: Date
  modified_by: string | null
}

/** What somebody set; a secret lies sealed in it. */
export type KeptSetting = { value: unknown; modified_at: Date }
export type KeptSettings = ReadonlyMap<string, KeptSetting>

const on = (handle: Db | Tx) => handle.withTables<{ settings: SettingRow }>()

/** All settings that somebody set; a few dozen at most. */
export const selectSettings = async (db: Db): Promise<KeptSettings> => {
  const rows = await on(db).selectFrom('settings').select(['key', 'value', 'modified_at']).execute()
  return new Map(rows.map(({ key, ...kept }) => [key, kept]))
}

/** The same, with other writers kept waiting until the transaction ends. */
export const lockSettings = async (tx: Tx): Promise<KeptSettings> => {
  await sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  return selectSettings(tx)
}

export const putSetting = async (tx: Tx, { key, ...rest }: Insertable<SettingRow>) => {
  await on(tx)
    .insertInto('settings')
    .values({ key, ...rest })
    .onConflict((same) => same.column('key').doUpdateSet(rest))
    .execute()
}

/** The same setting, written otherwise. `value` is JSON. */
export const replaceValue = async (tx: Tx, key: string, value: string) => {
  await on(tx).updateTable('settings').set({ value }).where('key', '=', key).execute()
}

export const deleteSettings = async (tx: Tx, keys: readonly string[]) => {
  if (keys.length > 0) await on(tx).deleteFrom('settings').where('key', 'in', keys).execute()
}
