import { isDeepStrictEqual } from 'node:util'
import type { SettingRow } from '#contract/installation/settings.ts'
import { type AnyValue, categoryOf, type Setting } from '#domain/settings/kinds.ts'
import { SETTING_KEYS, SETTINGS } from '#domain/settings/list.ts'
import { readValue } from '#domain/settings/read-value.ts'
import type { Db } from '../platform/db/database.ts'
import { type KeptSetting, type KeptSettings, selectSettings } from './rows.ts'

/** Every setting as it stands in the database, in the order of their list. */
export const listSettings = async ({ db }: { db: Db }): Promise<{ results: SettingRow[] }> =>
  rowsOf(await selectSettings(db))

export const rowsOf = (kept: KeptSettings) => ({
  results: SETTING_KEYS.map((key) => rowOf(key, SETTINGS[key], kept.get(key))),
})

/** Null for a secret, and for what was spoiled in the database: it waits for a better value. */
export const rowOf = (key: string, setting: Setting, kept: KeptSetting | undefined): SettingRow => {
  const value = kept ? shown(setting, kept.value) : shown(setting, setting.default)
  return {
    ...{ id: key, category: categoryOf(setting), key, value },
    default_value: onWire(setting.default),
    is_set: kept !== undefined && !isDeepStrictEqual(kept.value, setting.default),
    ...{ label: setting.label, description: setting.about },
    modified_at: kept?.modified_at.toISOString() ?? null,
  }
}

const shown = (setting: Setting, given: unknown) => {
  if (setting.type === 'secret') return null
  const read = readValue(setting, given)
  return 'fault' in read ? null : onWire(read.value)
}

/** Several times are a text there. */
const onWire = (value: AnyValue) => (typeof value === 'object' ? value.join(', ') : value)
