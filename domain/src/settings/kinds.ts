import { own } from '#codes/own.ts'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'

/** What every setting says of itself. */
type About = {
  /** The heading under which it stands; General where there is none. */
  category?: string
  label: string
  /** What it does, in one sentence. */
  about: string
}

export type SwitchSetting = { type: 'switch'; default: boolean }
/** A time in ms, shown and typed in seconds. */
export type NumberSetting = { type: 'number'; min: number; max: number; default: number }
/** How many there may be of something. */
export type CountSetting = { type: 'count'; min: number; max: number; default: number }
/** Several times, each later than the one before. */
export type NumbersSetting = {
  type: 'numbers'
  min: number
  max: number
  count_max: number
  default: readonly number[]
}
/** One of a few, by its name, with what the screen calls it. */
export type ChoiceSetting = { type: 'choice'; choices: Readonly<Record<string, string>>; default: string }
export type TextSetting = { type: 'text'; form: 'email'; length_max: number; default: string }
/** Sealed where it is kept, and never given back; empty where there is none. */
export type SecretSetting = {
  type: 'secret'
  form: 'smtp_url' | 'shared_secret'
  length_max: number
  default: ''
}

export type Setting = About &
  (
    | SwitchSetting
    | CountSetting
    | NumberSetting
    | NumbersSetting
    | ChoiceSetting
    | TextSetting
    | SecretSetting
  )

export type AnyValue = boolean | number | string | readonly number[]

/** What a setting of this kind holds. */
export type ValueOf<S> = S extends { type: 'choice'; choices: infer C }
  ? keyof C
  : S extends { type: 'switch' }
    ? boolean
    : S extends { type: 'number' | 'count' }
      ? number
      : S extends { type: 'numbers' }
        ? readonly number[]
        : string

/** A time in ms as people say it: `1 h 50 min`, `0.5 s`. */
export const timeInWords = (time_ms: number): string => {
  const parts = [
    [Math.floor(time_ms / HOUR_MS), 'h'],
    [Math.floor((time_ms % HOUR_MS) / MINUTE_MS), 'min'],
    [(time_ms % MINUTE_MS) / 1_000, 's'],
  ] as const
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, unit]) => `${count} ${unit}`)
      .join(' ') || '0 s'
  )
}

/** A value as people read it. A secret is not told, whatever it is. */
export const valueInWords = (setting: Setting, value: AnyValue): string => {
  if (setting.type === 'secret') return value === '' ? 'Not set' : 'Set'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number')
    return setting.type === 'count' ? value.toLocaleString('en') : timeInWords(value)
  if (typeof value !== 'string') return value.map(timeInWords).join(', ')
  return setting.type === 'choice' ? (own(setting.choices, value) ?? value) : value || 'None'
}

export const categoryOf = ({ category }: Setting): string => category ?? 'General'
