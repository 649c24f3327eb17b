import { MINUTE_MS, SECOND_MS } from '#domain/time/units.ts'
import { fixedClock } from '../../src/platform/clock/fixtures/fixed-clock.ts'
import { shapeOfTurn } from '../simulator.ts'
import { NOON } from '../world.ts'
import { createAuthorityModel, type Fate } from './authority-model.ts'
import { findingsOf } from './findings.ts'
import { type Bent, jobsOf } from './jobs.ts'
import { createNetwork } from './network.ts'
import { type Random, seeded } from './random.ts'
import { createWorkerEngine, type Held, layOut, readHeld, type Stage } from './stage.ts'
import { drain, storm } from './storm.ts'
import { createTasks } from './tasks.ts'

/**
 * `copies`: how many documents the authority took, `second_copies`: those it recognised as duplicates. `resends`: of
 * the same bytes; `overlaps`: how often two workers looked for the same copy at once.
 */
export type Played = {
  seed: number
  findings: string[]
  trace: string[]
  statuses: string[]
  copies: number
  second_copies: number
  resends: number
  overlaps: number
}

const DOCUMENTS_MAX = 4
/** How often a call meets trouble; each seed picks anew for each kind of call. */
const TROUBLES = { login: [0, 0.05, 0.3], submit: [0.2, 0.5, 0.8], ask: [0, 0.2, 0.6, 0.95] }

export type Run = Awaited<ReturnType<typeof prepareRun>>

/** Plays one seed: a storm of workers, deaths and troubles, then calm; answers what must never have come of it. */
export const play = async (stage: Stage, seed: number, bent: Bent = {}): Promise<Played> => {
  const run = await prepareRun(stage, seed, bent)
  await storm(run)
  const calm_ms = run.clock.now().getTime()
  await drain(run)
  const judging = { model: run.model, resends: run.environment === 'simulator', calm_ms }
  const held = await run.held()
  const { copies } = run.model
  return {
    seed,
    trace: run.trace,
    findings: [...run.crashes, ...findingsOf(held, judging)],
    statuses: held.map((document) => document.status),
    copies: copies.length,
    second_copies: copies.filter((copy) => copy.original !== '').length,
    resends: held.flatMap(({ attempts }) => attempts).reduce((sum, one) => sum + one.resend_count, 0),
    overlaps: run.jobs.overlaps(),
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
  const model = createAuthorityModel({ now, shape: shapeOfTurn(seed), ...habitsOf(random) })
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
  const environment = random.chance(0.85) ? 'simulator' : 'preprod'
  const engineOf = () => createWorkerEngine({ db: stage.db, clock, carry: network.carry, environment })
  const count = 1 + random.below(DOCUMENTS_MAX)
  const lanes = Array.from({ length: count }, () => (random.chance(0.6) ? 'bulk' : 'single'))
  await layOut(stage, { lanes, environment, now: clock.now() })
  const engines = [engineOf(), engineOf(), engineOf()].slice(0, 2 + random.below(2))
  const jobs = jobsOf({ sender_entity_id: stage.sender_entity_id, engines, bent, now })
  let known: { commits: number; held: Held[] } | undefined
  return {
    ...{ stage, random, clock, note, trace, crashes, weather, model, network, tasks, environment, jobs },
    workers: engines.map((_, at) => at),
    /** A worker that starts anew knows nothing of the former one's tokens. */
    restart: (worker: number) => {
      engines[worker] = engineOf()
    },
    /** What the tables hold now; read again only when something was committed since. */
    held: async (): Promise<Held[]> => {
      if (known?.commits !== stage.commits) {
        known = { commits: stage.commits, held: await readHeld(stage) }
      }
      return known.held
    },
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
