import { isDeepStrictEqual } from 'node:util'
import type { SettingRow, SettingWrite } from '#contract/installation/settings.ts'
import type { Caller } from '#domain/access/caller.ts'
import { changedMeanwhile, invalidFields, notFound } from '#domain/problems.ts'
import { type AnyValue, type Setting, valueInWords } from '#domain/settings/kinds.ts'
import { settingOf } from '#domain/settings/list.ts'
import { readValue } from '#domain/settings/read-value.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { rowOf } from './list.ts'
import { forgetSettings, openSecret } from './read.ts'
import { type KeptSetting, lockSettings } from './rows.ts'
import { keepSetting } from './write.ts'

type By = { db: Db; caller: Caller; now: Date; box: SecretBox }
type Wanted = { id: string } & Pick<SettingWrite, 'value' | 'modified_at'>

/**
 * Changes a setting. Throws not_found, invalid_fields with the reason, and conflict `changed_meanwhile` where it is not
 * as its reader saw it. A value that it has already is no change, so an answer that was lost can be asked for again.
 */
export const updateSetting = async (
  { db, caller, now, box }: By,
  { id, value, modified_at }: Wanted,
): Promise<SettingRow> => {
  const setting = settingOf(id)
  if (!setting) throw notFound('There is no such setting.')
  if (value === null) {
    if (setting.type !== 'secret') throw invalidFields({ value: ['Please send the value of the setting.'] })
    return rowOf(id, setting, (await inTransaction(db, lockSettings)).get(id))
  }
  const read = readValue(setting, value)
  if ('fault' in read) throw invalidFields({ value: [read.fault] })
  const row = await inTransaction(db, async (tx) => {
    const kept = (await lockSettings(tx)).get(id)
    const is_secret = setting.type === 'secret'
    const before = is_secret ? opened(box, kept) : (kept?.value ?? setting.default)
    if (isDeepStrictEqual(before, read.value)) return rowOf(id, setting, kept)
    demandSeen(setting, kept, modified_at)
    const after = is_secret ? sealed(box, read.value) : read.value
    const told = is_secret ? toldOf(read.value) : ([before, read.value] as const)
    await keepSetting(tx, { caller, now }, { key: id, setting, value: after, told })
    return rowOf(id, setting, { value: after, modified_at: now })
  })
  forgetSettings(db)
  return row
}

const demandSeen = (setting: Setting, kept: KeptSetting | undefined, seen: string | null | undefined) => {
  if (seen === undefined || isAsSeen(kept, seen)) return
  throw changedSetting(setting, kept, { modified_at: kept?.modified_at.toISOString() ?? null })
}

export const isAsSeen = (kept: KeptSetting | undefined, seen: string | null): boolean =>
  (seen === null ? null : new Date(seen).getTime()) === (kept?.modified_at.getTime() ?? null)

/** What the second of two people is told: which setting, and what it is now, but for a secret. */
export const changedSetting = (setting: Setting, kept: KeptSetting | undefined, current: object) => {
  const read = readValue(setting, kept?.value ?? setting.default)
  const told = setting.type !== 'secret' && 'value' in read
  const now = told ? ` It is now: ${valueInWords(setting, read.value)}.` : ''
  return changedMeanwhile(setting.label, { ...current }, now)
}

/** The secret as it is; undefined where it was sealed with a key that is gone, so that another can take its place. */
const opened = (box: SecretBox, kept: KeptSetting | undefined) => {
  try {
    return openSecret(box, kept?.value)
  } catch {
    return undefined
  }
}

const sealed = (box: SecretBox, secret: AnyValue) => (secret === '' ? '' : box.seal(String(secret)))

/** Of a secret the audit log tells that it was changed, never what. */
export const toldOf = (secret: AnyValue) => ['', secret === '' ? 'removed' : 'changed'] as const
