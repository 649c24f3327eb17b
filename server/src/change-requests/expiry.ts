import { REQUEST_DAYS } from '#contract/people/change-requests.ts'
import { DAY_MS } from '#domain/time/units.ts'

const KEPT_MS = REQUEST_DAYS * DAY_MS

/** From then on a request can no longer be decided. */
export const expiresAt = (requested_at: Date): Date => new Date(requested_at.getTime() + KEPT_MS)

/** What was asked for then, or before, is over at `now`. */
export const overdueAt = (now: Date): Date => new Date(now.getTime() - KEPT_MS)
