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
    const target = { kind: 'setting', id: key, name: key, sender_entity_id: null }
    const field: string = key
    const told = { before: { [field]: before }, after: { [field]: value } }
    await recordChange(tx, { caller, now }, { target, ...told, fields: [field] })
  })
  forgetSettings(db)
}
