import { isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { type Problem, ProblemError } from '#domain/problems.ts'
import { loadAbsent } from '../../access/caller.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { cancelDocument } from '../cancelling/cancel.ts'
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
/** Of what could not be asked: it has its turn again after the longest pause, not at once. */
const UNAVAILABLE = 'authority_unavailable'
const NOTHING_LEFT = -1
const MORE_LEFT = 0

type Run = { stopping?: AbortSignal; run_ms_max?: number }

/**
 * Cancels what waits of one company in one environment, one document after the other, the one whose 72 hours end first
 * before the others, whichever run it is of: each by the single act, with the rights that its maker has now. Killed
 * anywhere it goes on with the same document, about which that act asks before it cancels once more.
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
  if (next.run_state !== 'cancelling') return write(engine, next, await leftBehind(engine.db, next))
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
  return write(engine, next, outcome)
}

type Next = Pick<RunRow, 'reason' | 'user_id'> & {
  run_id: string
  run_state: RunRow['state']
  document_id: string
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
    .select(['d.run_id', 'd.document_id', 'd.cancel_by', 'r.state as run_state', 'r.reason', 'r.user_id'])
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

type Obstacle = { why: string; pause_ms: number }

/** Takes the turn, before anything is intended; after a failure LHDN is asked something harmless first. */
const obstacleTo = async (
  { authority, secrets: secretsFor }: Engine,
  { sender_entity_id, environment }: Place,
): Promise<Obstacle | undefined> => {
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

/** What a problem of the single act means here. What is only in the way leaves the document waiting. */
const outcomeOf = ({ is_cancelled, is_asked_about }: Standing, problem: Problem): Outcome => {
  if (is_cancelled) return { state: 'cancelled' }
  const why = 'message' in problem ? problem.message : ''
  if (problem.kind === 'unavailable')
    return { state: is_asked_about ? 'unclear' : 'waiting', code: problem.code, why }
  // Whether its maker may cancel at all is asked with the next document.
  if (problem.code === 'being_cancelled' || problem.kind === 'flag_missing') return { state: 'waiting' }
  return { state: 'refused', code: problem.code, why }
}

/** Of a run that was stopped while its worker died: nothing is cancelled any more. */
const leftBehind = async (db: Db, { document_id }: Next): Promise<Outcome> => {
  const { is_cancelled, is_asked_about } = await standingOf(db, document_id)
  if (is_cancelled) return { state: 'cancelled' }
  return is_asked_about ? { state: 'unclear' } : { state: 'not_asked', ...STOPPED }
}

const write = async (engine: Engine, next: Next, outcome: Outcome): Promise<number> => {
  await writeOutcome(engine, next, outcome)
  const settled: readonly OutcomeState[] = ['cancelled', 'refused', 'not_asked', 'unclear']
  if (settled.includes(outcome.state)) return MORE_LEFT
  return outcome.code === UNAVAILABLE ? PAUSE_MS_MAX : BUSY_PAUSE_MS
}
