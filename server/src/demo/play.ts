import { z } from 'zod'
import type { Caller } from '#domain/access/caller.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time/units.ts'
import { cancelDocument } from '../documents/cancelling/cancel.ts'
import { decide } from '../documents/deciding/approve.ts'
import { fetchUpdates } from '../documents/deciding/fetch-updates.ts'
import { holdDocument } from '../documents/deciding/hold.ts'
import type { SavedDocument } from '../documents/life/save.ts'
import { sendApproved } from '../documents/sending/send.job.ts'
import type { Engine } from '../documents/store/engine.ts'
import { ask } from '../entities/access/equip.ts'
import { acceptDocument } from '../intake/accept.ts'
import type { End } from './documents.ts'
import { type SimulatorClock, withSettings } from './simulator-clock.ts'

/** Where the past is played: an engine whose clock the play moves, and the simulator that moves along. */
export type Stage = {
  engine: Engine
  /** Moves the engine's clock; the simulator's follows before it is called. */
  moveOn(ms: number): void
  simulator_url: string
  simulator_clock: SimulatorClock
}

export type Part = {
  payload: unknown
  end: End
  maker: Caller
  checker: Caller
  superadmin: Caller
  reason: string
}

export type Played = SavedDocument

/** Brings one document to its end by the product's own verbs. Throws when the authority judges otherwise. */
export const playDocument = async (stage: Stage, part: Part): Promise<Played> => {
  let { row: document } = await acceptDocument(by(stage, part.maker), part.payload)
  for (const step of STEPS[part.end]) document = await step(stage, part, document)
  return document
}

type Step = (stage: Stage, part: Part, document: Played) => Promise<Played>

const by = ({ engine }: Stage, caller: Caller) => ({
  db: engine.db,
  caller,
  now: engine.clock.now(),
  lane: 'single' as const,
})

const decision =
  (status: 'Approved' | 'Rejected' | 'User Cancelled', who: 'checker' | 'maker'): Step =>
  async (stage, part, { id: uuid }) => {
    stage.moveOn(25 * MINUTE_MS)
    const rejection_reason = status === 'Rejected' ? part.reason : ''
    return decide(by(stage, part[who]), { uuid, status, rejection_reason, revision: undefined })
  }

const hold: Step = (stage, { checker, reason }, { id }) =>
  holdDocument(by(stage, checker), { uuid: id, reason })

const align = ({ engine, simulator_clock }: Stage) => simulator_clock.moveTo(engine.clock.now())

const send: Step = async (stage, _part, document) => {
  await align(stage)
  await sendApproved(stage.engine, document)
  return document
}

/** The simulator's clock lags behind ours, so the document seems to come from the future. */
const sendFromTheFuture: Step = async ({ engine, simulator_clock }, _part, document) => {
  await simulator_clock.moveTo(new Date(engine.clock.now().getTime() - 10 * MINUTE_MS))
  await sendApproved(engine, document)
  return document
}

const sendIntoTrouble: Step = async (stage, part, document) => {
  await ask(`${stage.simulator_url}/_sim/faults`, z.unknown(), { call: 'submit', fault: '502-html' })
  return send(stage, part, document)
}

/** The verdict takes a day, so that the demo shows a document which waits for it. */
const sendSlowly: Step = async (stage, part, document) => {
  const slow = { validation_delay_ms: DAY_MS }
  await withSettings(stage.simulator_url, slow, () => send(stage, part, document))
  return document
}

const awaitVerdict: Step = async (stage, part, { id }) => {
  stage.moveOn(5_000)
  await align(stage)
  const judged = await fetchUpdates({ engine: stage.engine, caller: part.superadmin }, id)
  const expected = part.end === 'Invalid' ? 'Invalid' : 'Validated'
  if (judged.status === expected) return judged
  throw new Error(`${judged.invoice_number} is ${judged.status}, not ${expected}: ${judged.status_message}`)
}

const cancel: Step = async (stage, { superadmin, reason }, { id: uuid }) => {
  stage.moveOn(DAY_MS)
  await align(stage)
  return cancelDocument({ engine: stage.engine, caller: superadmin }, { uuid, reason })
}

const approve = decision('Approved', 'checker')

const STEPS: Record<End, readonly Step[]> = {
  'Pending Approval': [],
  'Approval Rejected': [decision('Rejected', 'checker')],
  Withdrawn: [decision('User Cancelled', 'maker')],
  OnHold: [approve, hold],
  'Submission Failed': [approve, sendFromTheFuture],
  'Outcome Unknown': [approve, sendIntoTrouble],
  Submitted: [approve, sendSlowly],
  Validated: [approve, send, awaitVerdict],
  Invalid: [approve, send, awaitVerdict],
  'User Cancelled': [approve, send, awaitVerdict, cancel],
}
