import type { Caller } from '#domain/access/caller.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { SETTINGS, type SettingKey, type SettingValue } from './keys.ts'
import { forgetSettings } from './read.ts'
import { lockSettings, putSetting } from './rows.ts'

type SettingChange<K extends SettingKey> = {
  caller: Caller | undefined
  key: K
  value: SettingValue<K>
  now: Date
}

/** Changes a setting and writes the change to the audit log. Throws when the value does not fit. */
export const writeSetting = async <K extends SettingKey>(db: Db, change: SettingChange<K>) => {
  await inTransaction(db, (tx) => changeSetting(tx, change))
  forgetSettings(db)
}

/** The same in the caller's transaction; this process knows of it when it reads the settings anew. */
export const changeSetting = async <K extends SettingKey>(tx: Tx, change: SettingChange<K>) => {
  const { caller, key, now } = change
  const value = SETTINGS[key].schema.parse(change.value)
  const before = (await lockSettings(tx)).get(key) ?? SETTINGS[key].absent
  const modified_by = caller?.kind === 'user' ? caller.user_id : null
  const category = key.split('.')[0] ?? ''
  await putSetting(tx, { key, category, value: JSON.stringify(value), modified_at: now, modified_by })
  const target = { kind: 'setting', id: key, name: key, sender_entity_id: null }
  const field: string = key
  const told = { before: { [field]: before }, after: { [field]: value } }
  await recordChange(tx, { caller, now }, { target, ...told, fields: [field] })
}
