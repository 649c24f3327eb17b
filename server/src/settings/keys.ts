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

/**
 * Every setting with what it may hold and what holds when nobody has set it. The part before the dot is its
 * category.
 */
export const SETTINGS = {
  /** For a one-person company only (decisions.md §2). */
  'approval.allow_self_approval': setting(z.boolean(), false),
  /** Inactivity after which a session ends, ms (specification 1 §9). */
  'session.idle_ms_max': setting(z.int().min(60_000).max(43_200_000), 900_000),
  /** When to ask the authority about an unclear answer, ms after the call (decisions.md §4). */
  'submission.ask_after_ms': setting(z.array(wait_ms).min(1).max(10), [30_000, 120_000]),
  /** Whether the same bytes may be sent a second time when asking found nothing (decisions.md §4). */
  'submission.resend_unknown': setting(perEnvironment, { simulator: true, preprod: false, prod: false }),
  /** When that happens, ms after the call; below the authority's two hours with a margin. */
  'submission.resend_after_ms': setting(wait_ms, 300_000),
  /** How often the authority is asked for the verdict on a submission, ms. */
  'poll.interval_ms': setting(z.int().min(500).max(600_000), 3_000),
  /** Where people write who cannot sign in or have no access; shown on the screens, empty for nowhere. */
  'support.email': setting(z.union([z.literal(''), z.email().max(320)]), ''),
  /** So many rows a file of documents may have (decisions.md §9). */
  'imports.rows_max': setting(z.int().min(1).max(1_000_000), 50_000),
  /** How far the first start has come with the demo company's past. */
  'demo.history': setting(z.enum(['none', 'begun', 'done']), 'none'),
} as const

export type SettingKey = keyof typeof SETTINGS
export type SettingValue<K extends SettingKey> = z.output<(typeof SETTINGS)[K]['schema']>
/** Whatever is kept and is no secret. */
export type SettingKey = Exclude<keyof Kept, SecretKey>
export type SettingValue<K extends SettingKey> = ValueOf<Kept[K]>
