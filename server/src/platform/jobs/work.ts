import type { Retention } from '../retention/retention.ts'
import type { JobDefinition } from './definition.ts'
import type { Jobs } from './runner.ts'

/**
 * What the worker does for a room. `jobs` are its kinds of jobs; those that only a fact begins are named by their
 * listeners too. `at_start` come at each start of a worker as well, be it the first one, which has missed no hour.
 * `start` says who works them off, and when they come by themselves.
 */
export type Work<Means> = {
  jobs: readonly JobDefinition[]
  at_start?: readonly JobDefinition[]
  /** What of its tables is thrown away, and when. */
  retentions?: readonly Retention[]
  start(jobs: Jobs, means: Means): Promise<void>
}
