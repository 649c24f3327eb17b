import { DAY_MS } from '#domain/time/units.ts'
import type { Retention } from '../platform/retention/retention.ts'

/** The throttle looks back minutes; the rest of the time they are what superadmins read as the log of sign-ins. */
const LOGIN_KEPT_MS = 400 * DAY_MS

export const loginRetention: Retention = { table: 'login_records', column: 'at', kept_ms: LOGIN_KEPT_MS }

/** A link that is long over is told to be used or expired for a week, then nobody knows it any more. */
const LINK_KEPT_MS = 7 * DAY_MS

export const linkRetention: Retention = {
  table: 'password_resets',
  column: 'valid_until',
  kept_ms: LINK_KEPT_MS,
}
