import { sendApproved } from '../../src/documents/sending/send.job.ts'
import type { Engine } from '../../src/documents/store/engine.ts'
import { LANES, type Lane } from '../../src/documents/store/tables.ts'
import { sweep } from '../../src/documents/sweep.job.ts'
import { pollSubmission } from '../../src/documents/verdicts/poll.job.ts'
import { resolveAttempt } from '../../src/documents/verdicts/resolve.job.ts'
import type { Held } from './stage.ts'

/** What a worker may be given to do; a name is that of one job only. */
export type Job = { name: string; work(worker: number): Promise<unknown> }

/** A guard that lives in the clock: the longest a resolver ever thinks has gone by since its attempt, ms. */
export type Bent = { oldest_ms?: number }

type Surroundings = {
  sender_entity_id: string
  /** By worker; one that starts anew has a new one. */
  engines: readonly Engine[]
  bent: Bent
  now(): number
}

/** The jobs which the tables call for; each runs on the engine of the worker that takes it. */
export const jobsOf = ({ sender_entity_id, engines, bent, now }: Surroundings) => {
  const of = (worker: number) => {
    const engine = engines[worker]
    if (!engine) throw new Error(`There is no worker ${worker}.`)
    return engine
  }
  const send = (lane: Lane): Job => ({
    name: `send ${lane}`,
    work: (worker) => sendApproved(of(worker), { sender_entity_id, lane }),
  })
  const poll = (submission_uid: string): Job => ({
    name: `poll ${submission_uid.replace(/^S0+/, 'S')}`,
    work: (worker) => pollSubmission(of(worker), { sender_entity_id, submission_uid }),
  })
  const crowd = countCrowd()
  const resolve = ({ invoice_number, attempts }: Held): Job[] =>
    attempts
      .filter((attempt) => attempt.state === 'unclear')
      .map(({ id, sent_at_ms }, at) => ({
        name: `resolve ${invoice_number}${at === 0 ? '' : ` copy ${at + 1}`}`,
        work: (worker) =>
          crowd.inside(id, () => resolveAttempt(bend(of(worker), bent, now() - sent_at_ms), id)),
      }))
  return {
    sweeping: (quiet_ms?: number): Job => ({
      name: 'sweep',
      work: (worker) => sweep(of(worker), quiet_ms),
    }),
    called: (held: readonly Held[]): Job[] => [
      ...LANES.filter((lane) => held.some((row) => row.status === 'Approved' && row.lane === lane)).map(send),
      ...submissionsOf(held).map(poll),
      ...held.flatMap(resolve),
    ],
    /** How often so far two workers looked for the same copy at once. */
    overlaps: crowd.overlaps,
  }
}

const bend = (engine: Engine, { oldest_ms }: Bent, age_ms: number): Engine => {
  if (oldest_ms === undefined || age_ms <= oldest_ms) return engine
  const back_ms = age_ms - oldest_ms
  return { ...engine, clock: { now: () => new Date(engine.clock.now().getTime() - back_ms) } }
}

const submissionsOf = (held: readonly Held[]) => [
  ...new Set(held.flatMap((row) => (row.status === 'Submitted' ? (row.submission_uid ?? []) : []))),
]

const countCrowd = () => {
  const inside = new Map<string, number>()
  let overlaps = 0
  const step = (id: string, by: 1 | -1) => inside.set(id, (inside.get(id) ?? 0) + by)
  return {
    overlaps: () => overlaps,
    inside: async (id: string, work: () => Promise<void>): Promise<void> => {
      if ((inside.get(id) ?? 0) > 0) overlaps++
      step(id, 1)
      try {
        await work()
      } finally {
        step(id, -1)
      }
    },
  }
}
