import { DAY_MS } from '#domain/time/units.ts'
import type { Retention } from '../../platform/retention/retention.ts'

const NEWS_KEPT_MS = 30 * DAY_MS
const MARK_KEPT_MS = 400 * DAY_MS

/** When nobody is told any more that something was done then. What waits for somebody waits as long as it takes. */
export const newsEndsAt = (began_at: Date): Date => new Date(began_at.getTime() + NEWS_KEPT_MS)

export const noticeRetention: Retention = { table: 'notices', column: 'ends_at', kept_ms: 0 }
export const markRetention: Retention = { table: 'notice_marks', column: 'at', kept_ms: MARK_KEPT_MS }
export const noticeLetterRetention: Retention = {
  table: 'notice_letters',
  column: 'made_at',
  kept_ms: MARK_KEPT_MS,
}
