import { pollSubmission } from '../../src/documents/poll.job.ts'
import { resolveAttempt } from '../../src/documents/resolve.job.ts'
import { sendApproved } from '../../src/documents/send.job.ts'
import { sweep } from '../../src/documents/sweep.job.ts'
import { LANES } from '../../src/documents/tables.ts'
import { fixedClock } from '../../src/platform/clock/clock.ts'
import { NOON } from '../world.ts'
import { createAuthorityModel, type Fate } from './authority-model.ts'
import { findingsOf } from './findings.ts'
import { createNetwork } from './network.ts'
import { type Random, seeded } from './random.ts'
import { addApproved, clear, createWorkerEngine, type Demand, demandOf, type Stage } from './stage.ts'
import { drain, storm } from './storm.ts'
import { createTasks } from './tasks.ts'

/** `copies`: how many documents the authority took, `second_copies`: those it recognised as duplicates. */
export type Played = {
  seed: number
  findings: string[]
  trace: string[]
  statuses: string[]
  copies: number
  second_copies: number
}

/** A guard that lives in the clock: the longest a resolver ever thinks has gone by since its attempt, ms. */
export type Bent = { oldest_ms?: number }

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DOCUMENTS_MAX = 4
/** How often a call meets trouble; each seed picks anew for each kind of call. */
const TROUBLES = { login: [0, 0.05, 0.3], submit: [0.2, 0.5, 0.8], ask: [0, 0.2, 0.6, 0.95] }

export type Run = Awaited<ReturnType<typeof prepareRun>>
export type Job = { name: string; work(worker: number): Promise<unknown> }

/** Plays one seed: a storm of workers, deaths and troubles, then calm; answers what must never have come of it. */
export const play = async (stage: Stage, seed: number, bent: Bent = {}): Promise<Played> => {
  const run = await prepareRun(stage, seed, bent)
  await storm(run)
  const calm_ms = run.clock.now().getTime()
  await drain(run)
  const judging = { model: run.model, resends: run.environment === 'simulator', calm_ms }
  const { copies } = run.model
  return {
    seed,
    trace: run.trace,
    findings: [...run.crashes, ...(await findingsOf(stage, judging))],
    statuses: (await run.demand()).documents.map((row) => row.status),
    copies: copies.length,
    second_copies: copies.filter((copy) => copy.original !== '').length,
  }
}

const prepareRun = async (stage: Stage, seed: number, bent: Bent) => {
  const random = seeded(seed)
  const clock = fixedClock(NOON)
  const trace: string[] = []
  const crashes: string[] = []
  const note = (line: string) => {
    trace.push(`${((clock.now().getTime() - NOON.getTime()) / SECOND_MS).toFixed(0)} s: ${line}`)
  }
  const now = () => clock.now().getTime()
  const weather = {
    login: random.pick(TROUBLES.login),
    submit: random.pick(TROUBLES.submit),
    ask: random.pick(TROUBLES.ask),
    deadly: random.pick([0, 0.02, 0.1]),
  }
  const model = createAuthorityModel({ now, ...habitsOf(random) })
  const network = createNetwork({ model, random, now, trouble: (kind) => weather[kind], note })
  const tasks = createTasks({
    now,
    note,
    failed: (task, error) => {
      if (!isRetried(error)) crashes.push(`${task.name} crashed: ${String(error)}`)
      note(`${task.name} failed: ${String(error)}`)
    },
    perishes: () => random.chance(weather.deadly),
  })
  // The default settings send again in the simulator environment only.
  const environment = random.chance(0.75) ? 'simulator' : 'preprod'
  const engineOf = () => createWorkerEngine({ db: stage.db, clock, carry: network.carry, environment })
  await clear(stage)
  const count = 1 + random.below(DOCUMENTS_MAX)
  for (let at = 1; at <= count; at++) {
    const lane = random.chance(0.6) ? 'bulk' : 'single'
    await addApproved(stage, { at, lane, environment, now: clock.now() })
  }
  const engines = [engineOf(), engineOf(), engineOf()].slice(0, 2 + random.below(2))
  const jobs = jobsOf(stage, engines, bent)
  return {
    ...{ stage, random, clock, note, trace, crashes, weather, model, network, tasks, environment, jobs },
    workers: engines.map((_, at) => at),
    /** A worker that starts anew knows nothing of the former one's tokens. */
    restart: (worker: number) => {
      engines[worker] = engineOf()
    },
    demand: () => demandOf(stage, clock.now()),
  }
}

/** Lost races that the job runner answers by running the job again: serialization failures and the unique index. */
const isRetried = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '23505')

const habitsOf = (random: Random) => {
  const fates = new Map<string, Fate>()
  const lag_ms = random.pick([0, 30 * SECOND_MS, 5 * MINUTE_MS, 15 * MINUTE_MS])
  const verdict_ms = random.pick([0, 2 * SECOND_MS, MINUTE_MS, 15 * MINUTE_MS])
  return {
    newest_first: random.chance(0.5),
    searchLag: () => Math.floor(lag_ms * random.next()),
    verdictDelay: () => Math.floor(verdict_ms * random.next()),
    fateOf: (number: string): Fate => {
      const fate =
        fates.get(number) ?? random.pick(['fine', 'fine', 'fine', 'fine', 'rejected', 'invalid'] as const)
      fates.set(number, fate)
      return fate
    },
  }
}

/** The jobs which the tables call for; each runs on the engine of the worker that takes it. */
const jobsOf = (stage: Stage, engines: ReturnType<typeof createWorkerEngine>[], bent: Bent) => {
  const { sender_entity_id } = stage
  const of = (worker: number) => {
    const engine = engines[worker]
    if (!engine) throw new Error(`There is no worker ${worker}.`)
    return engine
  }
  const bend = (worker: number, age_ms: number) => {
    const engine = of(worker)
    const back_ms = Math.max(0, age_ms - (bent.oldest_ms ?? age_ms))
    return { ...engine, clock: { now: () => new Date(engine.clock.now().getTime() - back_ms) } }
  }
  const sweeping = (quiet_ms?: number): Job => ({
    name: 'sweep',
    work: (worker) => sweep(of(worker), quiet_ms),
  })
  return {
    sweeping,
    called: ({ documents, unclear }: Demand): Job[] => [
      ...LANES.filter((lane) => documents.some((row) => row.status === 'Approved' && row.lane === lane)).map(
        (lane): Job => ({
          name: `send ${lane}`,
          work: (worker) => sendApproved(of(worker), { sender_entity_id, lane }),
        }),
      ),
      ...submissionsOf(documents).map(
        (submission_uid): Job => ({
          name: `poll ${submission_uid.replace(/^S0+/, 'S')}`,
          work: (worker) => pollSubmission(of(worker), { sender_entity_id, submission_uid }),
        }),
      ),
      ...unclear.map(
        ({ id, number, age_ms }): Job => ({
          name: `resolve ${number}`,
          work: (worker) => resolveAttempt(bend(worker, age_ms), id),
        }),
      ),
    ],
  }
}

const submissionsOf = (documents: Demand['documents']) => [
  ...new Set(documents.flatMap((row) => (row.status === 'Submitted' ? (row.submission_uid ?? []) : []))),
]
