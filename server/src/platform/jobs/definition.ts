import type { z } from 'zod'
import { HOUR_MS } from '#domain/time/units.ts'

/**
 * A kind of job: its name is the queue's, its payload ids only. A failed or killed run is tried again
 * `retries` times, first after `backoff_ms` and then ever later up to `backoff_ms_max`; what is left goes to
 * the `dead_letter` job. `heartbeat_seconds` (≥ 10) is after how long a silent worker counts as dead,
 * `expire_seconds` how long one run may take.
 */
export type JobDefinition<P extends z.ZodObject = z.ZodObject> = Readonly<{
  name: `${string}.${string}`
  payload: P
  policy: JobPolicy
  retries: number
  backoff_ms: number
  backoff_ms_max: number
  heartbeat_seconds: number
  expire_seconds: number
  dead_letter?: string
}>

/**
 * Per singleton key: `short` one waiting, `singleton` one running, `in-turn` one waiting and one running, `exclusive`
 * one in all. `standard` knows no limit. Keys that are many want `short` or `in-turn`: of a `singleton` the second job
 * of a key that is running holds up those of all others.
 */
export type JobPolicy = 'standard' | 'short' | 'singleton' | 'in-turn' | 'exclusive'

/** For mails and the like: what their server takes no more today may go tomorrow. Tries for a day at least. */
export const FOR_A_DAY = { retries: 40, backoff_ms: 1_000, backoff_ms_max: HOUR_MS }

type Settings<P extends z.ZodObject> = Pick<JobDefinition<P>, 'name' | 'payload'> &
  Partial<Omit<JobDefinition<P>, 'dead_letter'>> & { dead_letter?: JobDefinition<P> }

/** States a job; throws when a setting is out of range. */
export const defineJob = <P extends z.ZodObject>(settings: Settings<P>): JobDefinition<P> => {
  const { dead_letter, ...given } = settings
  const job = {
    policy: 'standard' as const,
    retries: 5,
    backoff_ms: 1_000,
    backoff_ms_max: 60_000,
    heartbeat_seconds: 10,
    expire_seconds: 300,
    ...given,
    ...(dead_letter && { dead_letter: dead_letter.name }),
  }
  if (!/^[a-z][a-z-]{0,39}\.[a-z][a-z-]{0,39}$/.test(job.name))
    throw new Error(`${job.name}: not a job name.`)
  if (job.heartbeat_seconds < 10) throw new Error(`${job.name}: heartbeat_seconds must be 10 or more.`)
  if (job.backoff_ms_max < job.backoff_ms) throw new Error(`${job.name}: backoff_ms_max is below backoff_ms.`)
  return Object.freeze(job)
}
