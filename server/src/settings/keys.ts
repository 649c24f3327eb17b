import type { Setting, ValueOf } from '#domain/settings/kinds.ts'
import { SETTINGS, type SecretKey } from '#domain/settings/list.ts'

/** How far something has come that is done once. Kept with the settings; nobody sets it, and no screen shows it. */
const MARKS = {
  'demo.history': {
    label: 'Past of the demo company',
    about: 'How far the first start has come with it.',
    type: 'choice',
    choices: { none: 'None', begun: 'Begun', done: 'Done' },
    default: 'none',
  },
} as const satisfies Readonly<Record<string, Setting>>

export const KEPT = { ...SETTINGS, ...MARKS }
type Kept = typeof KEPT

/** Whatever is kept and is no secret. */
export type SettingKey = Exclude<keyof Kept, SecretKey>
export type SettingValue<K extends SettingKey> = ValueOf<Kept[K]>
