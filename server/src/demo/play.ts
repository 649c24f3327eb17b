import { z } from 'zod'
import type { Caller } from '#domain/access/caller.ts'
import { decide } from '../documents/approve.ts'
import { cancelDocument } from '../documents/cancel.ts'
import type { Engine } from '../documents/engine.ts'
import { pollSubmission } from '../documents/poll.job.ts'
import { actorOf, type DocumentRow, lockDocument, readDocument } from '../documents/rows.ts'
import { sendApproved } from '../documents/send.job.ts'
import { transition } from '../documents/transition.ts'
import { acceptDocument } from '../intake/accept.ts'
import { inTransaction } from '../platform/db/database.ts'
import { ask } from './credentials.ts'
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

/** Brings one document to its end by the product's own verbs. Throws when it ends otherwise. */
export const playDocument = async (stage: Stage, part: Part): Promise<DocumentRow> => {
  const { engine } = stage
  const { id } = await acceptDocument(by(stage, part.maker), part.payload)
  for (const step of STEPS[part.end]) await step(stage, part, id)
  const row = await readDocument(engine.db, part.superadmin, id)
  if (row.status !== (part.end === 'Withdrawn' ? 'User Cancelled' : part.end)) {
    throw new Error(`${row.invoice_number} is ${row.status}, not ${part.end}: ${row.status_message}`)
  }
  return row
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

type Step = (stage: Stage, part: Part, id: string) => Promise<unknown>

const by = ({ engine }: Stage, caller: Caller) => ({
  db: engine.db,
  caller,
  now: engine.clock.now(),
  lane: 'single' as const,
})

const decision =
  (status: 'Approved' | 'Rejected' | 'User Cancelled', who: 'checker' | 'maker'): Step =>
  async (stage, part, uuid) => {
    stage.moveOn(25 * MINUTE_MS)
    const rejection_reason = status === 'Rejected' ? part.reason : ''
    await decide(by(stage, part[who]), { uuid, status, rejection_reason, revision: undefined })
  }

const hold: Step = async ({ engine }, { checker, reason: why }, id) =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockDocument(tx, checker, id)
    const actor = actorOf(checker)
    await transition(tx, document, { event: 'hold', actor, why, now: engine.clock.now() })
  })

const align = ({ engine, simulator_clock }: Stage) => simulator_clock.moveTo(engine.clock.now())

const send: Step = async (stage, part, id) => {
  await align(stage)
  await sendNow(stage, part, id)
}

const sendNow: Step = async ({ engine }, { superadmin }, id) =>
  sendApproved(engine, await readDocument(engine.db, superadmin, id))

/** The simulator's clock lags behind ours, so the document seems to come from the future. */
const sendFromTheFuture: Step = async (stage, part, id) => {
  const now = stage.engine.clock.now()
  await stage.simulator_clock.moveTo(new Date(now.getTime() - 10 * MINUTE_MS))
  await sendNow(stage, part, id)
}

const sendIntoTrouble: Step = async (stage, part, id) => {
  await ask(`${stage.simulator_url}/_sim/faults`, z.unknown(), { call: 'submit', fault: '502-html' })
  await send(stage, part, id)
}

/** The verdict takes a day, so that the demo shows a document which waits for it. */
const sendSlowly: Step = async (stage, part, id) => {
  await withSettings(stage.simulator_url, { validation_delay_ms: DAY_MS }, () => send(stage, part, id))
}

const awaitVerdict: Step = async (stage, { superadmin }, id) => {
  stage.moveOn(5_000)
  await align(stage)
  const { sender_entity_id, submission_uid } = await readDocument(stage.engine.db, superadmin, id)
  await pollSubmission(stage.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
}

const cancel: Step = async (stage, { superadmin, reason }, uuid) => {
  stage.moveOn(DAY_MS)
  await align(stage)
  await cancelDocument(stage.engine, superadmin, { uuid, reason })
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
