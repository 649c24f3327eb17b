import { openGate } from '../../src/authority/gate.ts'
import type { Step } from '../../src/documents/engine.ts'
import { pollSubmission } from '../../src/documents/poll.job.ts'
import { resolveAttempt } from '../../src/documents/resolve.job.ts'
import { sendApproved } from '../../src/documents/send.job.ts'
import { sweep } from '../../src/documents/sweep.job.ts'
import { on } from '../../src/documents/tables.ts'
import { createEngine } from '../../src/worker.ts'
import { buildDocument, documentOf } from '../build.ts'
import { clearFaults, ledgerOf, planFault } from '../simulator.ts'
import type { World } from '../world.ts'

/** One cell of the matrix: the trouble that one call meets, and where the worker dies besides. */
export type Cell = { call: string; fault: string; crash: Crash; seed: number }

export const CRASHES = ['none', 'after send', 'after answer before commit'] as const
export type Crash = (typeof CRASHES)[number]

const DIES_AT: Record<Crash, readonly Step[]> = {
  none: [],
  'after send': ['send: intent stored', 'resolve: resend intended'],
  'after answer before commit': ['send: answered', 'resolve: resent'],
}

const MINUTE_MS = 60_000
const ROUNDS_MAX = 14
const FINAL = ['Validated', 'Invalid', 'Submission Failed', 'User Cancelled']
const KILLED = new Error('killed')

/**
 * Sends one to three documents while a call meets trouble and the worker dies once, then lets time pass until all
 * are final. Answers what must never be; empty when all is well.
 */
export const runCell = async (world: World, { call, fault, crash, seed }: Cell): Promise<string[]> => {
  if (call === 'state') return cancelInTrouble(world, fault, seed)
  const rows = []
  // Reasons are asked for only where a document is invalid, and the search only where an answer was lost.
  const customer = call === 'details' ? { name: 'SIM INVALID' } : {}
  for (let at = 0; at <= seed % 3; at++) {
    rows.push(await buildDocument(world, { status: 'Approved', customer }))
  }
  const ids = rows.map((row) => row.id)
  if (call === 'search') await planFault(world, 'submit', '504-after-accept')
  await planFault(world, call, fault, 1 + (seed % 2))
  const dies = new Set(DIES_AT[crash])
  const engine = {
    ...world.engine,
    // A worker that starts has no token yet, so that signing in meets trouble too.
    ...(await newWorker(world)),
    step: (name: Step) => {
      if (!dies.delete(name)) return
      throw KILLED
    },
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await untilKilled(() => sweep(engine, 0))
    for (const id of ids) await untilKilled(async () => work(engine, await documentOf(world, id)))
    const now = await Promise.all(ids.map((id) => documentOf(world, id)))
    if (now.every((row) => FINAL.includes(row.status))) break
    world.clock.advance(2 * MINUTE_MS)
    if (round === 2) await clearFaults(world)
  }
  await clearFaults(world)
  return (await Promise.all(ids.map((id) => findingsOf(world, id)))).flat()
}

/** Whatever the person who cancels is told, Fetch Updates brings both sides together. */
const cancelInTrouble = async (world: World, fault: string, seed: number): Promise<string[]> => {
  const { id, invoice_number } = await buildDocument(world, { status: 'Validated' })
  await planFault(world, 'state', fault, 1 + (seed % 2))
  if (seed % 3 === 2) await planFault(world, 'details', '503')
  await world.as('devi').put(`/api/v1/lhdnvalidation/cancel/${id}/`, { reason: 'Wrong buyer' })
  await clearFaults(world)
  await world.as('devi').get(`/api/v1/lhdnvalidation/check_submission/${id}/`)
  const { status } = await documentOf(world, id)
  const there = (await ledgerOf(world, invoice_number)).map((copy) => copy.status).join()
  const agrees = (status === 'User Cancelled') === (there === 'Cancelled')
  return agrees ? [] : [`${invoice_number} is ${status}, and ${there} at the authority`]
}

const newWorker = async ({ db, box, clock, log, simulator_url }: World) =>
  createEngine({ db, box, clock, log, simulator_url: simulator_url ?? '', gate: openGate() })

const untilKilled = async (run: () => Promise<unknown>) => {
  try {
    await run()
  } catch (error) {
    if (error !== KILLED) throw error
  }
}

type Row = Awaited<ReturnType<typeof documentOf>>

/** What the tables call for, as the sweep would enqueue it. */
const work = async (engine: World['engine'], row: Row): Promise<void> => {
  const { sender_entity_id, lane, submission_uid, id, status } = row
  if (status === 'Approved') return sendApproved(engine, { sender_entity_id, lane })
  if (status === 'Submitted') {
    return pollSubmission(engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  }
  if (status !== 'Outcome Unknown') return
  const attempts = await on(engine.db)
    .selectFrom('attempts')
    .where('document_id', '=', id)
    .where('state', '=', 'unclear')
    .select('id')
    .execute()
  for (const attempt of attempts) await resolveAttempt(engine, attempt.id)
}

/** The ledger holds at most one valid copy, and the row says exactly that. */
const findingsOf = async (world: World, id: string): Promise<string[]> => {
  const { invoice_number, status, authority_uuid, status_message } = await documentOf(world, id)
  const valid = (await ledgerOf(world, invoice_number)).filter((copy) => copy.status === 'Valid')
  const says = `${invoice_number} is ${status}`
  if (valid.length > 1) return [`${says}, doubled`]
  const [only] = valid
  if (status === 'Validated') return only?.uuid === authority_uuid ? [] : [`${says} under another UUID`]
  if (only) return [`${says}, though it is valid as ${only.uuid}`]
  return FINAL.includes(status) && status_message !== '' ? [] : [`${says} without end or reason`]
}
