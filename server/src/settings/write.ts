import type { Caller } from '#domain/access/caller.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { SETTINGS, type SettingKey, type SettingValue } from './keys.ts'
import { forgetSettings } from './read.ts'
import { lockSettings, putSetting } from './rows.ts'

/** Changes a setting and writes the change to the audit log. Throws when the value does not fit. */
export const writeSetting = async <K extends SettingKey>(
  db: Db,
  change: { caller: Caller | undefined; key: K; value: SettingValue<K>; now: Date },
) => {
  const { caller, key, now } = change
  const value = SETTINGS[key].schema.parse(change.value)
  await inTransaction(db, async (tx) => {
    const before = (await lockSettings(tx)).get(key) ?? SETTINGS[key].absent
    const modified_by = caller?.kind === 'user' ? caller.user_id : null
    const category = key.split('.')[0] ?? ''
    await putSetting(tx, { key, category, value: JSON.stringify(value), modified_at: now, modified_by })
    const field = { field: key, old_value: JSON.stringify(before), new_value: JSON.stringify(value) }
    await recordChange(tx, {
      caller,
      action: 'update',
      target_kind: 'setting',
      target_id: key,
      fields: [field],
      now,
    })
  })
  forgetSettings(db)
}
