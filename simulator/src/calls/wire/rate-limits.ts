import { own } from '#codes/own.ts'
import { FAULTY_CALLS } from '../../faults/plan.ts'
import type { World } from '../../world/world.ts'
import { type Answer, refuse } from './answer.ts'

/**
 * Requests per minute and client id, production numbers in force since 30 May 2025 (integration practices page,
 * read 23 Jul 2026). Cancel and reject share a path and, here, a bucket. Calls without a published number have
 * none, unless the settings name one.
 */
const PER_MINUTE = {
  token: 12,
  submit: 100,
  submission: 300,
  state: 12,
  raw: 60,
  details: 125,
  recent: 12,
  search: 12,
  'search-tin': 60,
  validate: 60,
  qr: 60,
}
const MINUTE_MS = 60_000
const SEARCH_PAUSE_MS = 5_000

type Bucket = { since: number; spent: number; last: number }

const buckets = new WeakMap<World, Map<string, Bucket>>()

/** For all calls that have a number. */
const ALL = '*'

/** The number in force for a call: the one of the settings, else the published one; undefined when it has none. */
const limitOf = ({ settings }: World, call: string): number | undefined => {
  const published = own(PER_MINUTE, call)
  return own(settings.limits, call) ?? (published && (own(settings.limits, ALL) ?? published))
}

/** Whether a limit may be set under a name. */
export const isLimited = (name: string): boolean => name === ALL || CALLS.includes(name)

const CALLS: readonly string[] = FAULTY_CALLS

/**
 * Counts one request of a client. Windows of one minute start with the first request. The headers go on the
 * answer; the refusal, if any, is the 429.
 */
export const spend = (
  world: World,
  { call, client_id }: { call: string; client_id: string },
): { headers: Record<string, string>; refusal?: Answer } => {
  const limit = limitOf(world, call)
  if (limit === undefined || !world.settings.rate_limits) return { headers: {} }
  const bucket = openBucket(world, `${call} ${client_id}`)
  const now = world.now()
  const tooSoon = call === 'search' && bucket.spent > 0 && now - bucket.last < SEARCH_PAUSE_MS
  const headers = {
    'X-Rate-Limit-Limit': String(limit),
    'X-Rate-Limit-Remaining': String(Math.max(0, limit - bucket.spent - 1)),
  }
  if (bucket.spent < limit && !tooSoon) {
    bucket.spent += 1
    bucket.last = now
    return { headers }
  }
  const free_at = bucket.spent < limit ? bucket.last + SEARCH_PAUSE_MS : bucket.since + MINUTE_MS
  const seconds = Math.max(1, Math.ceil((free_at - now) / 1000))
  const message = `Rate limit is exceeded. Try again in ${seconds} seconds.`
  return {
    headers,
    refusal: refuse(
      429,
      { code: 'TooManyRequests', message },
      {
        'Retry-After': String(seconds),
        'X-Rate-Limit-Reset': new Date(free_at).toISOString().replace('Z', '0000Z'),
      },
    ),
  }
}

const openBucket = (world: World, key: string): Bucket => {
  const all = buckets.get(world) ?? new Map<string, Bucket>()
  buckets.set(world, all)
  const now = world.now()
  const bucket = all.get(key)
  if (bucket && now >= bucket.since && now < bucket.since + MINUTE_MS) return bucket
  const fresh = { since: now, spent: 0, last: 0 }
  all.set(key, fresh)
  return fresh
}
