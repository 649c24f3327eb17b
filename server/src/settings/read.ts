import { SECRET_KEYS, SETTINGS, type SecretKey } from '#domain/settings/list.ts'
import { readValue } from '#domain/settings/read-value.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { rememberedRead } from '../platform/db/remembered.ts'
import { KEPT, type SettingKey, type SettingValue } from './keys.ts'
import { selectSettings } from './rows.ts'

/** Other processes learn of a change after this time. */
const REMEMBERED_MS_MAX = 2_000

const settings = rememberedRead(selectSettings, REMEMBERED_MS_MAX)

/** The value of a setting, or its default. Throws when the stored value does not fit. */
export const readSetting = async <K extends SettingKey>(db: Db, key: K): Promise<SettingValue<K>> => {
  const kept = (await settings.current(db)).get(key)
  const read = kept ? readValue(KEPT[key], kept.value) : { value: KEPT[key].default }
  if ('fault' in read) throw new Error(`The setting ${key} was spoiled in the database: ${read.fault}`)
  // The compiler does not connect what was read with K.
  return read.value as SettingValue<K>
}

/** A secret, opened; empty where none is set. Throws when it was sealed with another key. */
export const readSecret = async (
  { db, box }: { db: Db; box: SecretBox },
  key: SecretKey,
): Promise<string> => {
  const kept = (await settings.current(db)).get(key)
  return kept ? openSecret(box, kept.value) : SETTINGS[key].default
}

export const openSecret = (box: SecretBox, sealed: unknown): string =>
  typeof sealed === 'string' && sealed !== '' ? box.open(sealed) : ''

/** For the start: all sealed texts, to try the key on. */
export const sealedSettings = async (db: Db): Promise<string[]> => {
  const kept = await settings.current(db)
  return SECRET_KEYS.map((key) => kept.get(key)?.value).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}

/** After a change: the next read of this process asks the database. */
export const forgetSettings = settings.forget
