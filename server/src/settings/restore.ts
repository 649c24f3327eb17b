import type { SettingRow } from '#contract/installation/settings.ts'
import type { Caller } from '#domain/access/caller.ts'
import { SETTING_KEYS, SETTINGS } from '#domain/settings/list.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { rowOf, rowsOf } from './list.ts'
import { forgetSettings } from './read.ts'
import { deleteSettings, lockSettings } from './rows.ts'
import { toldOf } from './update.ts'
import { tellSetting } from './write.ts'

type By = { db: Db; caller: Caller; now: Date }

/** Every setting becomes its default; each that was something else is a row of the audit log. */
export const restoreSettings = async ({ db, caller, now }: By): Promise<{ results: SettingRow[] }> => {
  await inTransaction(db, async (tx) => {
    const kept = await lockSettings(tx)
    await deleteSettings(tx, SETTING_KEYS)
    for (const key of SETTING_KEYS) {
      const setting = SETTINGS[key]
      const told = setting.type === 'secret' ? toldOf('') : ([kept.get(key)?.value, setting.default] as const)
      if (rowOf(key, setting, kept.get(key)).is_set) await tellSetting(tx, { caller, now }, key, told)
    }
  })
  forgetSettings(db)
  return rowsOf(new Map())
}
