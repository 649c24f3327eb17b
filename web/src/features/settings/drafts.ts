import type { SettingRow } from '#contract/installation/settings.ts'
import { type Setting, valueInWords } from '#domain/settings/kinds.ts'
import { readValue } from '#domain/settings/read-value.ts'
import { SECOND_MS } from '#domain/time/units.ts'
import { told } from '../../i18n.ts'

/**
 * What is typed for a setting, the state of it that was on the screen when the typing began, and the one upon which it
 * is saved: that same one, however often the list is read anew, or the one that a refusal named.
 */
export type Draft = {
  typed: string | boolean
  seen: Pick<SettingRow, 'value' | 'modified_at'>
  upon: SettingRow['modified_at']
  fault?: string | undefined
}

/** The value as it is typed: times in seconds, several of them with commas. A secret is typed anew. */
export const typedOf = (setting: Setting, value: SettingRow['value']): Draft['typed'] => {
  if (setting.type === 'secret' || value === null) return ''
  if (typeof value === 'boolean') return value
  if (setting.type !== 'number' && setting.type !== 'numbers') return String(value)
  return String(value)
    .split(',')
    .map((time_ms) => Number(time_ms) / SECOND_MS)
    .join(', ')
}

/** The value that was typed; what is no time is no number, and is refused as a value. */
export const valueTyped = (setting: Setting, typed: Draft['typed']): boolean | number | string => {
  if (typeof typed === 'boolean') return typed
  if (setting.type === 'number') return inMs(typed)
  if (setting.type === 'numbers') return typed.split(',').map(inMs).join(', ')
  return typed
}

/** Seconds alone, or a time as it is printed: `1 h 50 min`. */
const SECONDS = /^\d{1,7}(?:\.\d{1,3})?$/
const TIME = /^(?:(\d{1,5}) ?h)? ?(?:(\d{1,5}) ?min)? ?(?:(\d{1,7}(?:\.\d{1,3})?) ?s)?$/

const inMs = (typed: string): number => {
  const text = typed.trim()
  if (SECONDS.test(text)) return Math.round(Number(text) * SECOND_MS)
  const [told = '', h = 0, min = 0, s = 0] = TIME.exec(text) ?? []
  return told === '' ? Number.NaN : Math.round((Number(h) * 3_600 + Number(min) * 60 + Number(s)) * SECOND_MS)
}

export const isTyped = (setting: Setting, { typed, seen }: Draft) => typed !== typedOf(setting, seen.value)

/** What a setting is now. */
export const wordsOf = (setting: Setting, { value, is_set }: SettingRow): string => {
  if (setting.type === 'secret') return told(valueInWords(setting, is_set ? 'set' : ''))
  return saidOf(setting, value)
}

/** A value as an answer gives it, in words; a dash where nobody can tell. */
export const saidOf = (setting: Setting, value: SettingRow['value']): string => {
  const read = readValue(setting, value)
  return 'fault' in read ? '–' : told(valueInWords(setting, read.value))
}
