import { type Insertable, type JSONColumnType, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

type SettingRow = {
  key: string
  category: string
  value: JSONColumnType<object, string, string>
  modified_at: Date
  modified_by: string | null
}

const on = (handle: Db | Tx) => handle.withTables<{ settings: SettingRow }>()

/** All settings that somebody set; a few dozen at most. */
export const selectSettings = async (db: Db): Promise<ReadonlyMap<string, unknown>> => {
  const rows = await on(db).selectFrom('settings').select(['key', 'value']).execute()
  return new Map(rows.map((row) => [row.key, row.value]))
}

/** The same, with other writers kept waiting until the transaction ends. */
export const lockSettings = async (tx: Tx) => {
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
