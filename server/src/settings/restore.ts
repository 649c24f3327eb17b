import { own } from '#codes/own.ts'
import type { SettingRow } from '#contract/installation/settings.ts'
import type { Caller } from '#domain/access/caller.ts'
import { SETTING_KEYS, SETTINGS } from '#domain/settings/list.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { rowOf, rowsOf } from './list.ts'
import { forgetSettings } from './read.ts'
import { deleteSettings, type KeptSettings, lockSettings } from './rows.ts'
import { changedSetting, isAsSeen, toldOf } from './update.ts'
import { tellSetting } from './write.ts'

type By = { db: Db; caller: Caller; now: Date }

type Seen = { readonly [key: string]: string | null | undefined }

/**
 * Every setting becomes its default; each that was something else is a row of the audit log. Throws conflict
 * `changed_meanwhile` where one of these is not as its reader saw it (decision 028, 4).
 */
export const restoreSettings = async (
  { db, caller, now }: By,
  { seen }: { seen?: Seen | undefined } = {},
): Promise<{ results: SettingRow[] }> => {
  await inTransaction(db, async (tx) => {
    const kept = await lockSettings(tx)
    if (seen) demandSeen(kept, seen)
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

/** Nothing goes that its reader did not see, or saw as something else. */
const demandSeen = (kept: KeptSettings, seen: Seen) => {
  const set = SETTING_KEYS.filter((key) => rowOf(key, SETTINGS[key], kept.get(key)).is_set)
  const other = set.find((key) => !isAsSeen(kept.get(key), own(seen, key) ?? null))
  if (other === undefined) return
  const current = Object.fromEntries(set.map((key) => [key, kept.get(key)?.modified_at.toISOString()]))
  throw changedSetting(SETTINGS[other], kept.get(other), { seen: current })
}
