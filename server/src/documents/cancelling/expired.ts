import { CANCEL_WINDOW_MS } from '#domain/access/policy.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Engine } from '../store/engine.ts'
import { lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { cancellationsOf, isOpen } from './cancellations.ts'
import { refuseSuccessor } from './successor.ts'

/** Clocks differ a little: past the window nobody asks any more, but somebody may have just before. */
const MARGIN_MS = HOUR_MS
const ROWS_MAX = 1_000

/**
 * What still waits for a cancellation that can no longer be asked for is rejected: the original stays valid. One that
 * is being asked about decides itself first.
 */
export const rejectExpired = async (engine: Engine): Promise<void> => {
  const now = engine.clock.now()
  const waiting = await on(engine.db)
    .selectFrom('documents as d')
    // Of the same company: said for who distributes by it (deploy/citus).
    .innerJoin('documents as o', (join) =>
      join.onRef('o.id', '=', 'd.corrects').onRef('o.sender_entity_id', '=', 'd.sender_entity_id'),
    )
    .where('d.awaits_cancellation', 'is', true)
    .where('d.status', '=', 'Pending Approval')
    .where('o.status', '=', 'Validated')
    .where('o.validated_at', '<', new Date(now.getTime() - CANCEL_WINDOW_MS - MARGIN_MS))
    .orderBy('d.id')
    .select(['o.id', 'o.sender_entity_id'])
    .limit(ROWS_MAX)
    .execute()
  for (const { id, sender_entity_id } of waiting) {
    await inTransaction(engine.db, async (tx) => {
      const original = await lockForJob(tx, { id, sender_entity_id })
      if (original?.status !== 'Validated' || (await cancellationsOf(tx, id)).some(isOpen)) return
      await refuseSuccessor(tx, id, { words: 'The 72 hours for cancelling are over.', now })
    })
  }
}
