import { COUNTS } from './tables.ts'

/** An import whose file is to be read from its beginning, whatever was read of it before. */
export const unread = (now: Date) => ({
  ...Object.fromEntries(COUNTS.map((name) => [name, 0])),
  ...{ state: 'loading' as const, done_to: 0, above: null, warning_kinds: '{}', change_kinds: '{}' },
  ...{ modified_at: now, finished_at: null },
})
