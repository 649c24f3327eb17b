import { isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { type Problem, ProblemError } from '#domain/problems.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { loadAbsent } from '../../access/caller.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { cancelDocument, NOT_KNOWN, UNAVAILABLE } from '../cancelling/cancel.ts'
import { cancellationsOf, isOpen } from '../cancelling/cancellations.ts'
import type { Engine } from '../store/engine.ts'
import { CREDENTIALS_MISSING } from '../store/secrets.ts'
import { on } from '../store/tables.ts'
import { claim, noteWait, type Outcome, writeOutcome } from './outcome.ts'
import { goOnLater, lockRun, type OutcomeState, type Place, type RunRow, STOPPED, stopRun } from './runs.ts'

/** After so long a worker makes room for other companies, and asks to be run again. */
const RUN_MS_MAX = 30_000
const PAUSE_MS_MIN = 1_000
const PAUSE_MS_MAX = 60_000
/** Before a document is tried again that somebody else was at. */
const BUSY_PAUSE_MS = 5_000
const NOTHING_LEFT = -1
const MORE_LEFT = 0

type Run = { stopping?: AbortSignal; run_ms_max?: number }

/**
 * Cancels what waits of one company in one environment, one document after the other, the one whose 72 hours end first
 * before the others, whichever run it is of: each by the single act, with the rights that its maker has now. Killed
 * anywhere it goes on; a document that it had asked for is not asked for again, and its own job finds out about it.
 */
export const goOnCancelling = async (engine: Engine, place: Place, run: Run = {}): Promise<void> => {
  const until_ms = performance.now() + (run.run_ms_max ?? RUN_MS_MAX)
  let pause_ms = MORE_LEFT
  while (pause_ms === MORE_LEFT && !run.stopping?.aborted && performance.now() < until_ms)
    pause_ms = await cancelNext(engine, place, run)
  if (pause_ms !== NOTHING_LEFT) await inTransaction(engine.db, (tx) => goOnLater(tx, place, pause_ms))
}

/** One document. Answers MORE_LEFT to go on, the pause (ms) to take before, or NOTHING_LEFT. */
const cancelNext = async (engine: Engine, place: Place, { stopping }: Run): Promise<number> => {
  const next = await nextOpen(engine.db, place)
  if (!next) return NOTHING_LEFT
  const known = await knownOf(engine.db, next)
  if (known) return write(engine, place, next, known)
  if (!(await cancellerOf(engine, next))) return stopForGood(engine, next)
  // What is over is refused without asking LHDN, also where that cannot be asked.
  const is_over = next.cancel_by !== null && next.cancel_by < engine.clock.now()
  const obstacle = is_over ? undefined : await obstacleTo(engine, place)
  if (obstacle) return wait(engine, place, obstacle)
  // Again, since the turn may have come long after.
  const caller = await cancellerOf(engine, next)
  if (!caller) return stopForGood(engine, next)
  if (stopping?.aborted || !(await claim(engine, next))) return MORE_LEFT
  await engine.step('cancel many: turn given')
  const outcome = await cancel(engine, caller, next)
  await engine.step('cancel many: answered')
  return write(engine, place, next, outcome)
}

type Next = Pick<RunRow, 'reason' | 'user_id'> & {
  run_id: string
  run_state: RunRow['state']
  document_id: string
  state: OutcomeState
  cancel_by: Date | null
}

/** What was taken and never written down is taken again, also of a run that was stopped since. */
const nextOpen = (db: Db, { sender_entity_id, environment }: Place): Promise<Next | undefined> =>
  on(db)
    .selectFrom('cancellation_run_documents as d')
    .innerJoin('cancellation_runs as r', 'r.id', 'd.run_id')
    .where('d.state', 'in', ['waiting', 'asking'])
    .where('r.sender_entity_id', '=', sender_entity_id)
    .where('r.environment', '=', environment)
    .orderBy('d.cancel_by')
    .orderBy('d.document_id')
    .select(['d.run_id', 'd.document_id', 'd.state', 'd.cancel_by'])
    .select(['r.state as run_state', 'r.reason', 'r.user_id'])
    .limit(1)
    .executeTakeFirst()

/** Undefined where they may cancel nothing any more. */
const cancellerOf = async ({ db, clock }: Engine, { user_id }: Next): Promise<UserCaller | undefined> => {
  const caller = await loadAbsent(db, { kind: 'user', id: user_id }, clock.now())
  return caller?.kind === 'user' && isSuperadmin(caller) ? caller : undefined
}

const GONE = {
  code: 'flag_missing',
  why: 'Whoever began this may not cancel documents any more. It stays valid.',
}

const stopForGood = async ({ db, clock }: Engine, { run_id }: Next): Promise<number> => {
  await inTransaction(db, async (tx) => {
    const run = await lockRun(tx, run_id)
    if (run?.state === 'cancelling') await stopRun(tx, run, { ...GONE, now: clock.now() })
  })
  return MORE_LEFT
}

const LOST = 'LHDN gave no clear answer to the last cancellation. The others wait until that is known.'
/** By then the job of a document has settled what did not arrive; one about which LHDN is silent holds up no other. */
const LOST_MS = 15 * MINUTE_MS

/**
 * Whether the last answer was lost a moment ago: where LHDN answers all but this call, each document would be asked for
 * in vain.
 */
const lostOne = async (db: Db, { sender_entity_id, environment }: Place, now: Date): Promise<boolean> => {
  const lost = await on(db)
    .selectFrom('cancellation_run_documents as d')
    .innerJoin('cancellation_runs as r', 'r.id', 'd.run_id')
    .innerJoin('cancellations as c', 'c.document_id', 'd.document_id')
    .where('d.state', '=', 'unclear')
    .where('r.sender_entity_id', '=', sender_entity_id)
    .where('r.environment', '=', environment)
    .where('c.sender_entity_id', '=', sender_entity_id)
    .where('c.state', 'in', ['intent', 'unclear'])
    .where('c.intended_at', '>', new Date(now.getTime() - LOST_MS))
    .select('d.document_id')
    .limit(1)
    .executeTakeFirst()
  return lost !== undefined
}

type Obstacle = { why: string; pause_ms: number }

/** Takes the turn, before anything is intended; after a failure LHDN is asked something harmless first. */
const obstacleTo = async (
  { db, clock, authority, secrets: secretsFor }: Engine,
  place: Place,
): Promise<Obstacle | undefined> => {
  if (await lostOne(db, place, clock.now())) return { why: LOST, pause_ms: PAUSE_MS_MAX / 2 }
  const { sender_entity_id, environment } = place
  const secrets = await secretsFor(sender_entity_id, environment)
  if (!secrets) return { why: CREDENTIALS_MISSING, pause_ms: PAUSE_MS_MAX }
  const turn = await authority.awaitTurnToCancel(secrets)
  if (turn.kind === 'unavailable') return { why: turn.why, pause_ms: turn.retry_after_ms }
  if (!turn.tentative || (await authority.reach(secrets))) return undefined
  return { why: 'LHDN does not answer.', pause_ms: PAUSE_MS_MAX / 2 }
}

const wait = async (engine: Engine, place: Place, { why, pause_ms }: Obstacle): Promise<number> => {
  await noteWait(engine, place, why)
  return Math.min(Math.max(pause_ms, PAUSE_MS_MIN), PAUSE_MS_MAX)
}

const cancel = async (
  engine: Engine,
  caller: UserCaller,
  { document_id, reason }: Next,
): Promise<Outcome> => {
  const { authority } = engine
  const in_turn = { ...engine, authority: { ...authority, cancel: authority.cancelInTurn } }
  try {
    await cancelDocument({ engine: in_turn, caller }, { uuid: document_id, reason })
    return { state: 'cancelled' }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return outcomeOf(await standingOf(engine.db, document_id), error.problem)
  }
}

type Standing = { is_cancelled: boolean; is_asked_about: boolean }

const standingOf = async (db: Db, document_id: string): Promise<Standing> => {
  const document = await on(db)
    .selectFrom('documents')
    .where('id', '=', document_id)
    .select('status')
    .executeTakeFirst()
  return {
    is_cancelled: document?.status === 'User Cancelled',
    is_asked_about: (await cancellationsOf(db, document_id)).some(isOpen),
  }
}

const UNCLEAR: Outcome = { state: 'unclear', code: UNAVAILABLE, why: NOT_KNOWN }

/** What a problem of the single act means here. What is only in the way leaves the document waiting. */
const outcomeOf = ({ is_cancelled, is_asked_about }: Standing, problem: Problem): Outcome => {
  if (is_cancelled) return { state: 'cancelled' }
  const why = 'message' in problem ? problem.message : ''
  // Somebody is at it at this moment. Whether its maker may cancel at all is asked with the next document.
  if (problem.code === 'being_cancelled' || problem.kind === 'flag_missing') return { state: 'waiting' }
  // Also where its 72 hours ended since: LHDN may have cancelled it in time.
  if (is_asked_about) return UNCLEAR
  if (problem.kind === 'unavailable') return { state: 'waiting', code: problem.code, why }
  return { state: 'refused', code: problem.code, why }
}

/**
 * What needs no turn: it is cancelled already, its worker died after LHDN may have been asked, or its run was stopped.
 */
const knownOf = async (db: Db, { document_id, state, run_state }: Next): Promise<Outcome | undefined> => {
  const { is_cancelled, is_asked_about } = await standingOf(db, document_id)
  if (is_cancelled) return { state: 'cancelled' }
  if (state === 'asking' && is_asked_about) return UNCLEAR
  return run_state === 'cancelling' ? undefined : { state: 'not_asked', ...STOPPED }
}

const write = async (engine: Engine, place: Place, next: Next, outcome: Outcome): Promise<number> => {
  await writeOutcome(engine, next, outcome)
  if (outcome.state !== 'waiting') await noteWait(engine, place, '')
  const settled: readonly OutcomeState[] = ['cancelled', 'refused', 'not_asked', 'unclear']
  if (settled.includes(outcome.state)) return MORE_LEFT
  return outcome.code === UNAVAILABLE ? PAUSE_MS_MAX : BUSY_PAUSE_MS
}
