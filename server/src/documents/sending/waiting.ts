import type { Unavailable } from '../../authority/words/answers.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { SYSTEM, transition } from '../life/transition.ts'
import type { Engine } from '../store/engine.ts'
import { type DocumentRow, lockForJob } from '../store/rows.ts'
import { openAttempt } from './attempts.ts'
import { approved, IN_ORDER, type Wanted } from './to-send.ts'

/** Past this a document that cannot leave is shown as OnHold instead of waiting silently. */
const RETRY_HORIZON_MS = 30 * 60_000
const HELD_AT_ONCE_MAX = 1_000

/** The way out is closed: documents that have waited past the horizon are shown as held. Answers the pause, ms. */
export const waitOutside = async (engine: Engine, wanted: Wanted, closed: Unavailable): Promise<number> => {
  const horizon = new Date(engine.clock.now().getTime() - RETRY_HORIZON_MS)
  for (const document of await overdue(engine.db, wanted, horizon)) await hold(engine, document, closed.why)
  return Math.max(closed.retry_after_ms, 1)
}

const ASK_AGAIN_MS = 5_000
const COMPARING: Unavailable = {
  kind: 'unavailable',
  why:
    'Nobody was there for a while, so LHDN is asked first what it has received since; ' +
    'its search has not answered yet.',
  retry_after_ms: ASK_AGAIN_MS,
  credentials_refused: false,
}

/** What the authority has is not known yet. Answers the pause, ms; past the horizon documents are shown as held. */
export const waitCompared = async (engine: Engine, wanted: Wanted, since: Date): Promise<number> => {
  const waits_ms = engine.clock.now().getTime() - since.getTime()
  return waits_ms > RETRY_HORIZON_MS ? waitOutside(engine, wanted, COMPARING) : ASK_AGAIN_MS
}

/**
 * The first of those that were approved before the horizon. In the order of sending, which the index has: in any other
 * one all that waits is read for these few, again at each pause.
 */
export const overdue = (db: Db, wanted: Wanted, horizon: Date) =>
  approved(db, wanted)
    .where('approved_at', '<', horizon)
    .orderBy(IN_ORDER)
    .select(['id', 'sender_entity_id'])
    .limit(HELD_AT_ONCE_MAX)
    .execute()

const hold = (engine: Engine, waiting: Pick<DocumentRow, 'id' | 'sender_entity_id'>, why: string) =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, waiting)
    // Another sender of the lane may have it on the way.
    if (document?.status !== 'Approved' || (await openAttempt(tx, waiting.id, document.revision))) return
    const words = `LHDN cannot be reached. ${why} Lulus keeps trying and sends the document by itself.`
    await transition(tx, document, { event: 'hold', actor: SYSTEM, why: words, now: engine.clock.now() })
  })
