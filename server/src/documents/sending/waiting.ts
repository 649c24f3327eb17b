import { MINUTE_MS } from '#domain/time/units.ts'
import type { Unavailable } from '../../authority/words/answers.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { SYSTEM, transition } from '../life/transition.ts'
import type { Engine } from '../store/engine.ts'
import { type DocumentRow, lockForJob } from '../store/rows.ts'
import { openAttempt } from './attempts.ts'
import type { Comparison } from './compared.ts'
import { approved, IN_ORDER, type Wanted } from './to-send.ts'

/** Past this a document that cannot leave is shown as OnHold instead of waiting silently. */
const RETRY_HORIZON_MS = 30 * MINUTE_MS
const HELD_AT_ONCE_MAX = 1_000

/**
 * The way out is closed: documents that have waited past the horizon are shown as held, unless it was only our own
 * database. Answers the pause, ms.
 */
export const waitOutside = async (engine: Engine, wanted: Wanted, closed: Unavailable): Promise<number> => {
  const pause_ms = Math.max(closed.retry_after_ms, 1)
  if (closed.own) return pause_ms
  const horizon = new Date(engine.clock.now().getTime() - RETRY_HORIZON_MS)
  const words = `LHDN cannot be reached. ${closed.why} Lulus keeps trying and sends the document by itself.`
  for (const document of await overdue(engine.db, wanted, horizon)) await hold(engine, document, words)
  return pause_ms
}

const ASK_AGAIN_MS = 5_000
/** In place of a pause. */
export const NOTHING_LEFT = -1

/**
 * What the authority has is not known yet. Past the horizon, and at once where it refuses to tell, documents are shown
 * as held. Answers the pause, ms, or NOTHING_LEFT.
 */
export const waitCompared = async (
  engine: Engine,
  wanted: Wanted,
  { since, why, is_refused }: Comparison,
): Promise<number> => {
  const now_ms = engine.clock.now().getTime()
  const is_long = since !== undefined && now_ms - since.getTime() > RETRY_HORIZON_MS
  if (is_refused || is_long) {
    const horizon = new Date(is_refused ? now_ms + 1 : now_ms - RETRY_HORIZON_MS)
    const words =
      'Lulus was not running for a while and first asks LHDN what it has received since, so that nothing is sent ' +
      `twice. ${why || 'Its search has not answered yet.'} It keeps asking and sends the document by itself.`
    for (const document of await overdue(engine.db, wanted, horizon)) await hold(engine, document, words)
  }
  const left = await approved(engine.db, wanted).select('id').limit(1).executeTakeFirst()
  return left ? ASK_AGAIN_MS : NOTHING_LEFT
}

/**
 * The first of those that wait since before the horizon: what was held and goes on has all its time again. In the order
 * of sending, which the index has: in any other one all that waits is read for these few, again at each pause.
 */
export const overdue = (db: Db, wanted: Wanted, horizon: Date) =>
  approved(db, wanted)
    // The index has it, too. A release changes only the other.
    .where('approved_at', '<', horizon)
    .where('modified_at', '<', horizon)
    .orderBy(IN_ORDER)
    .select(['id', 'sender_entity_id'])
    .limit(HELD_AT_ONCE_MAX)
    .execute()

const hold = (engine: Engine, waiting: Pick<DocumentRow, 'id' | 'sender_entity_id'>, why: string) =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, waiting)
    // Another sender of the lane may have it on the way.
    if (document?.status !== 'Approved' || (await openAttempt(tx, waiting.id, document.revision))) return
    await transition(tx, document, { event: 'hold', actor: SYSTEM, why, now: engine.clock.now() })
  })
