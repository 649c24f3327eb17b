import type { Caller } from '#domain/access/caller.ts'
import { type AnyValue, categoryOf, type Setting } from '#domain/settings/kinds.ts'
import { readValue } from '#domain/settings/read-value.ts'
import { type ChangedBy, recordChange } from '../audit/record.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { KEPT, type SettingKey, type SettingValue } from './keys.ts'
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
  const { key } = change
  const setting: Setting = KEPT[key]
  const read = readValue(setting, change.value)
  if ('fault' in read) throw new Error(`${key}: ${read.fault}`)
  const before = (await lockSettings(tx)).get(key)?.value ?? setting.default
  await keepSetting(tx, change, { ...{ key, setting, value: read.value }, told: [before, read.value] })
}

/** `value` is what is kept, of a secret sealed; `told` what the audit log says it was and is. */
type Kept = { key: string; setting: Setting; value: AnyValue; told: Told }
type Told = readonly [before: unknown, after: unknown]

/** Stores a value that was judged, and tells the audit log. */
export const keepSetting = async (tx: Tx, by: ChangedBy, { key, setting, value, told }: Kept) => {
  const modified_by = by.caller?.kind === 'user' ? by.caller.user_id : null
  const row = { key, category: categoryOf(setting), value: JSON.stringify(value) }
  await putSetting(tx, { ...row, modified_at: by.now, modified_by })
  await tellSetting(tx, by, key, told)
}

export const tellSetting = async (
  tx: Tx,
  { caller, now }: ChangedBy,
  field: string,
  [before, after]: Told,
) => {
  const target = { kind: 'setting' as const, id: field, name: field, sender_entity_id: null }
  const told = { before: { [field]: before }, after: { [field]: after } }
  await recordChange(tx, { caller, now }, { target, ...told, fields: [field] })
}
