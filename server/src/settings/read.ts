import type { Db } from '../platform/db/database.ts'
import { rememberedRead } from '../platform/db/remembered.ts'
import { SETTINGS, type SettingKey, type SettingValue } from './keys.ts'
import { selectSettings } from './rows.ts'

/** Other processes learn of a change after this time. */
const REMEMBERED_MS_MAX = 2_000

const settings = rememberedRead(selectSettings, REMEMBERED_MS_MAX)

/** The value of a setting, or its default. Throws when the stored value does not fit. */
export const readSetting = async <K extends SettingKey>(db: Db, key: K): Promise<SettingValue<K>> => {
  const values = await settings.current(db)
  const { schema, absent } = SETTINGS[key]
  // The compiler does not connect the looked-up schema with K.
  return (values.has(key) ? schema.parse(values.get(key)) : absent) as SettingValue<K>
}

/** After a change: the next read of this process asks the database. */
export const forgetSettings = settings.forget
