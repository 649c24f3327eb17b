import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { databaseAway } from '../../authority/wire/gate.ts'
import { FAILURES_MAX } from '../../authority/wire/shared-gate.ts'
import type { SubmitAnswer, Unavailable } from '../../authority/words/answers.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { isLeaseLost, type Lease, withLease } from '../../platform/db/lease.ts'
import { isAway, isOutcomeUnknown } from '../../platform/db/trouble.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { faultsOfNotes } from '../life/faults-of-notes.ts'
import { SYSTEM, transition } from '../life/transition.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { sendJob } from '../store/jobs.ts'
import type { LockedState } from '../store/rows.ts'
import { obstacleOf } from '../store/secrets.ts'
import type { Lane } from '../store/tables.ts'
import { type Intent, intentOf, storeIntent } from './attempts.ts'
import { type Compared, holdFound, NOT_COMPARED, readComparison } from './compared.ts'
import { untilKept } from './kept.ts'
import { leaseOf, recoverSlot } from './orphans.ts'
import { recordOutcome } from './outcome.ts'
import { againstRules, firstBatch, prepare, signerFor } from './prepare.ts'
import { type Share, takeShare } from './shares.ts'
import { nextToSend, type Wanted } from './to-send.ts'
import { NOTHING_LEFT, waitCompared, waitOutside } from './waiting.ts'

/**
 * Senders that may work at once for one entity: nobody's document waits behind another one's silent call, up to as
 * many calls as open the circuit when they fail; a bulk upload is built while another batch is on the way.
 */
const SLOTS: Record<Lane, readonly string[]> = {
  single: Array.from({ length: FAILURES_MAX }, (_, at) => `single-${at + 1}`),
  bulk: ['bulk-1', 'bulk-2'],
}

/** Nobody who approved a trial meant the real thing, nor the other way round. */
const MADE_ELSEWHERE =
  'The company now sends to another environment than this document was made for. Edit it and have it approved again, ' +
  'or cancel it.'

const BUSY_PAUSE_MS = 1_000
const MORE_LEFT = 0
/**
 * After so long a sender makes room and asks to be run again: a run expires after five minutes, and the last call may
 * wait for its turn, be silent for a minute and a half, and then for a minute for the database.
 */
const RUN_MS_MAX = 60_000

/** `stopping`: the worker is to stop, and no call is begun any more. */
type Run = { stopping?: AbortSignal; run_ms_max?: number }

/**
 * Sends every approved document of one lane, batch by batch, oldest deadline first. Each slot is a lease held
 * by one process; the lease also proves that an open intent of the slot has no living worker, so its answer is
 * lost.
 */
export const sendApproved = async (engine: Engine, wanted: Wanted, run: Run = {}): Promise<void> => {
  for (const slot of SLOTS[wanted.lane]) {
    const lease = await withLease(engine.db, leaseOf(wanted.sender_entity_id, slot), (held) =>
      drain(engine, wanted, { place: { slot, held }, run }),
    )
    if (lease.busy) continue
    if (lease.value === MORE_LEFT) await inTransaction(engine.db, (tx) => wakeAnother(tx, wanted))
    if (lease.value > 0) await sendLater(engine.db, wanted, lease.value)
    return
  }
  await sendLater(engine.db, wanted, BUSY_PAUSE_MS)
}

/** Where more waits than a call takes another sender takes it on: this one may be out for a minute. */
const wakeAnother = (tx: Tx, wanted: Wanted) =>
  enqueue(tx, sendJob, wanted, { singleton_key: `${wanted.sender_entity_id} ${wanted.lane} more` })

const sendLater = (db: Db, wanted: Wanted, pause_ms: number) =>
  inTransaction(db, (tx) =>
    enqueue(tx, sendJob, wanted, {
      singleton_key: `${wanted.sender_entity_id} ${wanted.lane}`,
      start_after_ms: pause_ms,
    }),
  )

type Place = { slot: string; held: Lease }

type Draining = { place: Place; run: Run }

const drain = async (engine: Engine, wanted: Wanted, { place, run }: Draining): Promise<number> => {
  const until_ms = performance.now() + (run.run_ms_max ?? RUN_MS_MAX)
  await engine.step('send: lease taken')
  await recoverSlot(engine, wanted.sender_entity_id, place)
  do {
    if (run.stopping?.aborted) return MORE_LEFT
    const pause_ms = await sendBatch(engine, wanted, { place, run })
    if (pause_ms !== MORE_LEFT) return pause_ms
  } while (performance.now() < until_ms)
  return MORE_LEFT
}

/** Sends one batch. Answers MORE_LEFT to go on, the pause (ms) to take before trying again, or NOTHING_LEFT. */
const sendBatch = async (engine: Engine, wanted: Wanted, { place, run }: Draining): Promise<number> => {
  const secrets = await engine.secrets(wanted.sender_entity_id)
  const comparison = secrets
    ? await readComparison(engine.db, placeOf(wanted, secrets), engine.clock.now())
    : NOT_COMPARED
  if (comparison.since) return waitCompared(engine, wanted, comparison)
  const { has_found } = comparison
  const share = await takeShare(engine.db, wanted, engine.clock.now())
  if (share === undefined) return NOTHING_LEFT
  if (typeof share === 'number') return share
  const intended = await intendInTurn({ engine, wanted, share, place, run, secrets, has_found }).finally(
    share.release,
  )
  if (typeof intended === 'number') return intended
  if (intended === 'nothing left') return NOTHING_LEFT
  if (intended === 'all settled' || !secrets) return MORE_LEFT
  await engine.step('send: intent stored')

  const answer = await submit(engine, { secrets, intended, place })
  await engine.step('send: answered')

  const answered = { id: intended.submission_id, answer }
  await untilKept(engine, (unsure) => recordOutcome(engine.db, { ...answered, unsure }, engine.clock.now()))
  await engine.step('send: outcome stored')
  return answer.kind === 'unavailable' && !answer.credentials_refused
    ? waitOutside(engine, wanted, answer)
    : MORE_LEFT
}

type Submitting = { secrets: Secrets; intended: Intent; place: Place }

/**
 * Whoever took the lease meanwhile may have called this one lost. That nothing was sent its sender alone knows: it is
 * told, and settles it unless the bytes went out since (outcome.ts).
 */
const submit = async (
  { authority }: Engine,
  { secrets, intended, place }: Submitting,
): Promise<SubmitAnswer> => {
  try {
    await place.held.renew()
  } catch (error) {
    if (isLeaseLost(error)) return STOOD_STILL
    if (!isAway(error)) throw error
    return databaseAway(BUSY_PAUSE_MS)
  }
  return authority.submit(secrets, intended.outgoing)
}

const STOOD_STILL: Unavailable = {
  ...databaseAway(BUSY_PAUSE_MS),
  why: 'Its sender stood still for too long, and sent nothing.',
}

type Intending = {
  engine: Engine
  wanted: Wanted
  share: Share
  place: Place
  run: Run
  secrets: Secrets | undefined
  /** The authority was found to have what was not known here. */
  has_found: boolean
}

const placeOf = ({ sender_entity_id }: Wanted, { environment }: Secrets): Compared => ({
  sender_entity_id,
  environment,
})

type Intended = Intent | 'nothing left' | 'all settled'

/** Waits for the turn at the authority, then stores what is sent in it. Answers the pause (ms) where it is closed. */
const intendInTurn = async (intending: Intending): Promise<Intended | number> => {
  const { engine, wanted, secrets, share, run } = intending
  const turn = secrets && (await engine.authority.awaitTurn(secrets))
  if (turn?.kind === 'unavailable') return waitOutside(engine, wanted, turn)
  // A call may be silent for longer than a worker that is to stop has.
  if (run.stopping?.aborted) return MORE_LEFT
  // What was replaced while it was waited for takes the next turn.
  if (!isDeepStrictEqual(await engine.secrets(wanted.sender_entity_id), secrets)) return MORE_LEFT
  share.due()
  // What is likely to be lost is one document.
  const size = turn?.tentative ? 1 : share.size
  let stored_id: string | undefined
  return inTransaction(engine.db, async (tx) => {
    const intended = await intend(tx, { ...intending, share: { ...share, size } })
    if (typeof intended !== 'string') stored_id = intended.submission_id
    // From the commit on the documents themselves tell that they are on the way.
    share.release()
    return intended
  }).catch((error: unknown) => {
    if (error === REPLACED) return MORE_LEFT
    if (stored_id !== undefined && isOutcomeUnknown(error))
      return takeBack(engine, stored_id, intending.place)
    throw error
  })
}

/** Whether it is stored that it was to be sent nobody knows; that it was not is certain. Answers the pause, ms. */
const takeBack = async (engine: Engine, id: string, { held }: Place): Promise<number> => {
  const answered = { id, answer: databaseAway(BUSY_PAUSE_MS), unsure: true }
  await untilKept(engine, async () => {
    // Its COMMIT may be on the way still: until that is over it holds the lease, which nobody renews or takes then.
    await held.renew().catch((error: unknown) => {
      if (!isLeaseLost(error)) throw error
    })
    await recordOutcome(engine.db, answered, engine.clock.now())
  })
  return BUSY_PAUSE_MS
}

/**
 * Picks, builds, signs and stores the next batch in one transaction, so that what is stored is what was
 * approved. Documents that cannot be built or sent are moved on with the reason.
 */
const intend = async (
  tx: Tx,
  { engine, wanted, share, place, secrets, has_found }: Intending,
): Promise<Intended> => {
  const now = engine.clock.now()
  const rows = await nextToSend(tx, wanted, share.size)
  if (rows.length === 0) return 'nothing left'
  const move = (document: LockedState, event: 'hold' | 'refuse', why: string) =>
    transition(tx, document, { event, actor: SYSTEM, why, now })
  const obstacle = obstacleOf(secrets, now)
  if (obstacle !== undefined || !secrets) {
    for (const row of rows) await move(row, 'hold', obstacle ?? '')
    return 'all settled'
  }
  const unknown = has_found ? await holdFound(tx, placeOf(wanted, secrets), { rows, now }) : rows
  const signer = signerFor(secrets)
  const faults = await faultsOfNotes(tx, wanted.sender_entity_id, unknown)
  const made = await Promise.all(
    unknown.map((row) => {
      if (row.environment !== secrets.environment) return { row, why: MADE_ELSEWHERE }
      const fault = faults.get(row.id)
      return fault ? { row, why: againstRules([fault]) } : prepare(row, signer, now)
    }),
  )
  for (const one of made) {
    if (!('why' in one)) continue
    if ('error' in one)
      engine.log.error({ document_id: one.row.id, err: one.error }, 'a document could not be built')
    await move(one.row, 'refuse', one.why)
  }
  const prepared = made.filter((one) => 'bytes' in one)
  const batch = firstBatch(prepared)
  if (batch.length === 0) return 'all settled'
  if (share.waiting > batch.length) await wakeAnother(tx, wanted)
  await engine.step('send: built')
  await place.held.demandIn(tx)
  const id = await storeIntent(tx, batch, { slot: place.slot, now })
  await demandSame(tx, wanted, secrets)
  return intentOf(id, batch)
}

/** Rolls back what would be sent by credentials that are not the company's any more. */
const REPLACED = new Error('The credentials were replaced while a batch was built.')

/**
 * Throws REPLACED. To be asked after the intent is stored: its key locks the company, which whoever enters credentials
 * holds as well. So either these are seen here, or the intent is seen there, where those of another submitter are
 * refused.
 */
const demandSame = async (
  tx: Tx,
  { sender_entity_id }: Wanted,
  { environment, entered_at }: Secrets,
): Promise<void> => {
  const { rows } = await sql<{ modified_at: Date }>`SELECT modified_at FROM entity_secrets
    WHERE sender_entity_id = ${sender_entity_id} AND environment = ${environment}`.execute(tx)
  if (rows[0]?.modified_at.getTime() !== entered_at?.getTime()) throw REPLACED
}
