import type pg from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { type Connection, WITH_PEOPLE } from '../db/pool.ts'
import type { Log } from '../log/log.ts'
import type { JobDefinition } from './definition.ts'
import { SCHEMA } from './queues.ts'

/**
 * `attempt` counts from 1. `stopping` fires when the worker begins to stop: who goes on while there is more ends then.
 * `signal` fires when the run expired, or was not over half a minute after the stop began.
 */
export type JobRun = {
  job_id: string
  attempt: number
  attempts_max: number
  stopping: AbortSignal
  signal: AbortSignal
  log: Log
}

export type JobHandler<P extends z.ZodObject> = (payload: z.output<P>, run: JobRun) => Promise<void>

/** Which try of which job it is; `attempt` counts from 1. */
export type Tried = { name: string; job_id: string; attempt: number; attempts_max: number }

/** Hears how runs end: of each that failed, and of each that went well after such. What it throws is logged. */
export type Outcomes = {
  failed(error: unknown, tried: Tried): Promise<void>
  doneAtLast(tried: Tried): Promise<void>
}

export type WorkOptions = {
  /** How many of these jobs this process runs at once; 1 when absent. */
  concurrency?: number
  /** How often to look for jobs that became due (≥ 0.5); new ones are noticed at once. 2 when absent. */
  polling_seconds?: number
}

/**
 * Else a connection that fell silent keeps a worker waiting for minutes, or for good. What the server does not answer
 * in time, such as the hourly deletion of very many jobs, it finishes all the same. pg-boss hands this on to its pool.
 */
const PATIENCE: pg.PoolConfig = {
  keepAlive: true,
  connectionTimeoutMillis: WITH_PEOPLE.connect_ms_max,
  query_timeout: 15_000,
}

export type Jobs = {
  start(): Promise<void>
  work<P extends z.ZodObject>(
    job: JobDefinition<P>,
    handler: JobHandler<P>,
    options?: WorkOptions,
  ): Promise<void>
  /**
   * `cron` in Malaysia time; the payload is empty or fixed. One job per tick however many workers run, and one for all
   * ticks that came while none ran: a machine that is off at night would never see their hour.
   */
  schedule<P extends z.ZodObject>(job: JobDefinition<P>, cron: string, payload: z.input<P>): Promise<void>
  /** Graceful: tells running jobs and waits up to 30 s for them. Else they are given back at once, and tried again. */
  stop(options: { graceful: boolean }): Promise<void>
}

/**
 * Runs jobs. New jobs announce themselves by NOTIFY when their transaction commits, so a worker starts within
 * milliseconds; polling finds what became due later and covers a lost listener. A worker killed with -9 is
 * noticed after its heartbeat (10 s) and at most one look of the supervisor (1 s).
 */
export const openJobs = (settings: {
  connection: Connection
  log: Log
  connections_max: number
  outcomes?: Outcomes
}): Jobs => {
  const { log, outcomes } = settings
  const stopping = new AbortController()
  const boss = new PgBoss({
    ...settings.connection,
    schema: SCHEMA,
    application_name: 'lulus jobs',
    max: settings.connections_max,
    ...PATIENCE,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 3600,
    useListenNotify: true,
  })
  boss.on(
    'error',
    withPauses((error) => log.error({ err: error }, 'the job runner met an error')),
  )
  boss.on('warning', ({ message, data }) => log.warn({ data }, `job runner: ${message}`))
  return {
    start: async () => {
      await boss.start()
    },
    work: async (job, handler, options = {}) => {
      for (let worker = 0; worker < (options.concurrency ?? 1); worker++) {
        await startWorker(
          boss,
          { log, stopping: stopping.signal, outcomes },
          { job, handler, polling_seconds: options.polling_seconds ?? 2 },
        )
      }
    },
    schedule: async (job, cron, payload) =>
      boss.schedule(job.name, cron, job.payload.parse(payload), { tz: 'Asia/Kuala_Lumpur', missed: 'once' }),
    stop: async ({ graceful }) => {
      stopping.abort()
      await boss.stop({ graceful, timeout: STOPPING_MS_MAX })
    },
  }
}

export const STOPPING_MS_MAX = 30_000

const SAY_AGAIN_MS = 10_000
const WORDS_MAX = 100

/** While the database is away every worker complains at every look: the same words are said again after a while. */
export const withPauses = (say: (error: Error) => void, now_ms = () => performance.now()) => {
  const said = new Map<string, number>()
  return (error: Error) => {
    // pg-boss adds which of its workers it was.
    const words = error.message.replace(/ \(Queue: .*\)$/, '')
    const last_ms = said.get(words)
    if (last_ms !== undefined && now_ms() - last_ms < SAY_AGAIN_MS) return
    if (said.size === WORDS_MAX) said.clear()
    said.set(words, now_ms())
    say(error)
  }
}

type Work<P extends z.ZodObject> = { job: JobDefinition<P>; handler: JobHandler<P>; polling_seconds: number }

type Running = { log: Log; stopping: AbortSignal; outcomes: Outcomes | undefined }

const startWorker = async <P extends z.ZodObject>(boss: PgBoss, running: Running, work: Work<P>) => {
  const { job, handler, polling_seconds } = work
  let worker_id = ''
  const options = {
    includeMetadata: true as const,
    pollingIntervalSeconds: Math.min(polling_seconds, 0.5),
    notifyPollingIntervalSeconds: polling_seconds,
    ...(job.policy === 'in-turn' && { groupConcurrency: 1 }),
  }
  worker_id = await boss.work(job.name, options, async (batch: JobWithMetadata[]) => {
    // A worker that found a job looks again right after it instead of waiting for the next poll.
    boss.notifyWorker(worker_id)
    for (const claimed of batch) await runOne(claimed, job, handler, running)
  })
}

const runOne = async <P extends z.ZodObject>(
  claimed: JobWithMetadata,
  job: JobDefinition<P>,
  handler: JobHandler<P>,
  { log, stopping, outcomes }: Running,
) => {
  const attempt = claimed.retryCount + 1
  const run_log = log.child({ job: job.name, job_id: claimed.id, attempt })
  const started_ms = performance.now()
  const tried = { name: job.name, job_id: claimed.id, attempt, attempts_max: claimed.retryLimit + 1 }
  const hear = (heard: Promise<void> | undefined) =>
    heard?.catch((error) => run_log.error({ err: error }, 'how a job ended could not be kept'))
  try {
    await handler(job.payload.parse(claimed.data), {
      job_id: claimed.id,
      attempt,
      attempts_max: claimed.retryLimit + 1,
      stopping,
      signal: claimed.signal,
      log: run_log,
    })
    if (attempt > 1) await hear(outcomes?.doneAtLast(tried))
    run_log.info({ ms: Math.round(performance.now() - started_ms) }, 'job done')
  } catch (error) {
    run_log.warn({ err: error, ms: Math.round(performance.now() - started_ms) }, 'job failed')
    await hear(outcomes?.failed(error, tried))
    throw error
  }
}
