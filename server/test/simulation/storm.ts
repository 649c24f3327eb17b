import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time/units.ts'
import type { Job } from './jobs.ts'
import type { Run } from './play.ts'

const TASKS_PER_WORKER = 2
const TURNS = 80
const SWEEPS = 0.1
const ASKS = 0.6
/** How often everything comes to rest before time passes; only then can hours go by. */
const QUIET = 0.3
const TURNS_TO_END_MAX = 200
/** A process may stall, but less than the ten minutes by which the last resend keeps clear of the two hours. */
const STALL_MS_MAX = 4 * MINUTE_MS

/** The seed decides, turn by turn, what happens next. */
export const storm = async (run: Run): Promise<void> => {
  const { random } = run
  const turns = TURNS / 2 + random.below(TURNS)
  for (let turn = 0; turn < turns && !(await isOver(run)); turn++) {
    const dice = random.next()
    if (dice < 0.5) await goOn(run)
    else if (dice < 0.8) await begin(run)
    else if (dice < 0.8 + run.weather.deadly) await killWorker(run, random.pick(run.workers))
    else await letTimePass(run)
  }
}

/** Trouble ends: half of the time everything that still ran dies first. Then one job after the other, to the end. */
export const drain = async (run: Run): Promise<void> => {
  if (run.random.chance(0.5)) for (const worker of run.workers) await killWorker(run, worker)
  Object.assign(run.weather, { login: 0, submit: 0, ask: 0, deadly: 0 })
  run.note('calm')
  await finish(run)
  for (let pause_ms = 0; pause_ms <= HOUR_MS; pause_ms = pause_ms * 2 + MINUTE_MS) {
    run.clock.advance(pause_ms)
    run.network.arrive()
    await runToEnd(run, run.jobs.sweeping(0))
    await finishOnce(run)
    if (await isOver(run)) return
  }
}

/** Every job that is called for has its turn once; what it leaves behind, another one takes up: sent, then asked. */
const finishOnce = async (run: Run): Promise<void> => {
  const done = new Set<string>()
  const left = async () => run.jobs.called(await run.held()).find((job) => !done.has(job.name))
  for (let job = await left(); job; job = await left()) {
    done.add(job.name)
    await runToEnd(run, job)
  }
}

/** Nothing more can happen: sweeps would find nothing, and no call is on its way. */
const isOver = async ({ tasks, network, held }: Run): Promise<boolean> =>
  tasks.paused().length === 0 && network.isEmpty() && (await held()).every((row) => FINAL.has(row.status))

const FINAL = new Set(['Validated', 'Invalid', 'Submission Failed'])

const goOn = async (run: Run): Promise<void> => {
  const paused = run.tasks.paused()
  if (paused.length === 0) return begin(run)
  await run.tasks.goOn(run.random.pick(paused))
}

const begin = async (run: Run): Promise<void> => {
  const worker = run.random.pick(run.workers)
  if (run.tasks.paused().filter((task) => task.worker === worker).length >= TASKS_PER_WORKER) return
  const called = run.jobs.called(await run.held())
  const swept = called.length === 0 || run.random.chance(SWEEPS)
  // Two answers to one question at once are the hardest to get right.
  const asking = called.filter((job) => job.name.startsWith('resolve'))
  const wanted = asking.length > 0 && run.random.chance(ASKS) ? asking : called
  const job = swept ? run.jobs.sweeping(run.random.pick([0, MINUTE_MS])) : run.random.pick(wanted)
  await run.tasks.start(worker, ...named(job, worker))
}

const named = (job: Job, worker: number) => [`${job.name} by ${worker}`, () => job.work(worker)] as const

/** All tasks of a worker end with its process; the next one sweeps first, as a worker does at its start. */
const killWorker = async (run: Run, worker: number): Promise<void> => {
  for (const task of run.tasks.paused()) if (task.worker === worker) await run.tasks.kill(task)
  run.restart(worker)
  await run.tasks.start(worker, ...named(run.jobs.sweeping(0), worker))
}

const letTimePass = async (run: Run): Promise<void> => {
  const { random, clock } = run
  if (random.chance(QUIET)) await finish(run)
  const paused = run.tasks.paused()
  const ms = paused.length > 0 ? random.pick(STALLS_MS) : random.pick(LEAPS_MS)
  for (const task of paused) {
    if (clock.now().getTime() + ms - task.since_ms > STALL_MS_MAX) await run.tasks.goOn(task)
  }
  clock.advance(ms)
  run.network.arrive()
}

const STALLS_MS = [SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS]
const LEAPS_MS = [
  SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  6 * MINUTE_MS,
  6 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
]

const runToEnd = async (run: Run, job: Job) => {
  await run.tasks.start(0, ...named(job, 0))
  await finish(run)
}

const finish = async (run: Run): Promise<void> => {
  for (let turn = 0; run.tasks.paused().length > 0; turn++) {
    const [task] = run.tasks.paused()
    if (task && turn < TURNS_TO_END_MAX) await run.tasks.goOn(task)
    else if (task) await run.tasks.kill(task)
    if (turn === TURNS_TO_END_MAX) run.crashes.push(`${task?.name} never ends`)
  }
}
