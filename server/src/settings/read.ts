import type { Db } from '../platform/db/database.ts'
import { SETTINGS, type SettingKey, type SettingValue } from './keys.ts'
import { selectSettings } from './rows.ts'

/** Other processes learn of a change after this time. */
const REMEMBERED_MS_MAX = 2_000

type Remembered = { read_ms: number; values: Promise<ReadonlyMap<string, unknown>> }
const remembered = new WeakMap<Db, Remembered>()

/** The value of a setting, or its default. Throws when the stored value does not fit. */
export const readSetting = async <K extends SettingKey>(db: Db, key: K): Promise<SettingValue<K>> => {
  const values = await current(db)
  const { schema, absent } = SETTINGS[key]
  // The compiler does not connect the looked-up schema with K.
  return (values.has(key) ? schema.parse(values.get(key)) : absent) as SettingValue<K>
}

/** After a change: the next read of this process asks the database. */
export const forgetSettings = (db: Db) => {
  remembered.delete(db)
}

const current = (db: Db) => {
  const known = remembered.get(db)
  if (known && performance.now() - known.read_ms < REMEMBERED_MS_MAX) return known.values
  const values = selectSettings(db)
  remembered.set(db, { read_ms: performance.now(), values })
  // A failed read is not worth remembering; the caller who awaits it gets the error.
  values.catch(() => forgetSettings(db))
  return values
}
