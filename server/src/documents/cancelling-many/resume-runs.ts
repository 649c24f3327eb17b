import { inTransaction } from '../../platform/db/database.ts'
import type { Engine } from '../store/engine.ts'
import { on } from '../store/tables.ts'
import { goOnLater } from './runs.ts'

const PLACES_MAX = 1_000

/** Where cancelling has been quiet since then and something is left, it gets its job again. */
export const resumeCancelling = async ({ db }: Engine, quiet_since: Date): Promise<void> => {
  const quiet = await on(db)
    .selectFrom('cancellation_run_documents as d')
    .innerJoin('cancellation_runs as r', 'r.id', 'd.run_id')
    .where('d.state', 'in', ['waiting', 'asking'])
    .where('r.modified_at', '<=', quiet_since)
    .select(['r.sender_entity_id', 'r.environment'])
    .distinct()
    .limit(PLACES_MAX)
    .execute()
  if (quiet.length === 0) return
  await inTransaction(db, async (tx) => {
    for (const place of quiet) await goOnLater(tx, place)
  })
}
