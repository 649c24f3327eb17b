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

const MINUTE_MS = 60_000
/** One per cent below the limit, so that requests which travel unevenly never add up to one too many. */
const CAUTION = 1.01

/** The least time between two calls, ms. */
export const spacingOf = (call: CallName): number => Math.ceil((MINUTE_MS / CALLS[call]) * CAUTION)
