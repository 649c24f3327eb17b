import { MINUTE_MS } from '#domain/time/units.ts'

/**
 * The authority's calls with their published limits in requests per minute and client id (integration
 * practices, in force since 30 May 2025). Calls without a published number share a cautious one.
 */
export const CALLS = {
  token: 12,
  submit: 100,
  submission: 300,
  details: 125,
  raw: 60,
  search: 12,
  recent: 12,
  state: 12,
  validate: 60,
  'search-tin': 60,
  qr: 60,
  other: 60,
} as const

export type CallName = keyof typeof CALLS

/** One per cent below the limit, so that requests which travel unevenly never add up to one too many. */
const CAUTION = 1.01

/** Of a limit which the authority itself states so much is used: it may be lowered while calls are on their way. */
const STATED_SHARE = 0.95
/** A stated limit is believed up to so many times the published one; beyond that it is a mistake. */
const STATED_TIMES_MAX = 10

/** Between two searches of a taxpayer LHDN wants five seconds, however many a minute it takes (reference §5). */
const LEAST_MS: Partial<Record<CallName, number>> = { search: 5_000 * CAUTION }

/**
 * The least time between two calls, ms. `stated`: the limit (calls a minute) on an answer of the authority, which goes
 * before the published one, but neither stops us nor lets us flood anybody: at least one call a minute, at most ten
 * times as many as published.
 */
export const spacingOf = (call: CallName, stated?: number): number => {
  if (stated === undefined) return Math.ceil((MINUTE_MS / CALLS[call]) * CAUTION)
  const per_minute = Math.floor(Math.min(stated, CALLS[call] * STATED_TIMES_MAX) * STATED_SHARE)
  const spacing_ms = per_minute > 1 ? Math.ceil(MINUTE_MS / per_minute) : MINUTE_MS * CAUTION
  return Math.max(spacing_ms, LEAST_MS[call] ?? 0)
}
