import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type Left, wholeOf } from '../cancelling/left.ts'
import { type ComparisonTable, LANES, on } from '../store/tables.ts'

/** What is left to compare of a company in one environment. */
export type Comparison = Pick<Selectable<ComparisonTable>, 'sender_entity_id' | 'environment'> & {
  left: Left
}

/** Clocks differ a little, and the authority's search may lag behind what it receives. */
const MARGIN_MS = 10 * 60_000

/**
 * From now on each company is compared with what the authority received since, in each environment for which it has
 * credentials: without them nothing of it was sent, nor is. One that is compared already begins anew, as far back as
 * it did.
 */
export const beginComparisons = async (
  tx: Tx,
  { known_until, now }: { known_until: Date; now: Date },
): Promise<void> => {
  const from = new Date(known_until.getTime() - MARGIN_MS)
  const { round_from, slice_from, slice_to, page } = wholeOf(from, new Date(now.getTime() + MARGIN_MS))
  await sql`INSERT INTO comparisons AS open (sender_entity_id, environment, began_at,
      round_from, slice_from, slice_to, page)
    SELECT sender_entity_id, environment, ${now}, ${round_from}, ${slice_from}, ${slice_to}, ${page}
    FROM entity_secrets
    ON CONFLICT (sender_entity_id, environment) DO UPDATE SET
      round_from = LEAST(open.round_from, excluded.round_from), slice_from = excluded.slice_from,
      slice_to = excluded.slice_to, page = excluded.page`.execute(tx)
}

/** Credentials that nobody uses may be wrong for years: where nothing waits for an answer, it is asked so often, ms. */
const ASKED_AGAIN_MS = 3_600_000

/** What is to be compared: first where something waits. Where LHDN did not answer and nothing waits, once an hour. */
export const openComparisons = async (db: Db, now: Date): Promise<Comparison[]> => {
  const { rows } = await sql<Comparison & Left>`
    SELECT c.sender_entity_id, c.environment, c.round_from, c.slice_from, c.slice_to, c.page
    FROM comparisons AS c CROSS JOIN LATERAL (SELECT EXISTS (
        SELECT FROM documents AS d, unnest(${[...LANES]}::text[]) AS lane_of
        WHERE d.sender_entity_id = c.sender_entity_id AND d.lane = lane_of AND d.status = 'Approved')
      OR EXISTS (SELECT FROM store_codes AS s, LATERAL (
          SELECT FROM documents AS d WHERE d.store_code_id = s.id AND d.status = 'OnHold' LIMIT 1) AS held
        WHERE s.sender_entity_id = c.sender_entity_id)) AS found(waits)
    WHERE waits OR silent_at IS NULL OR silent_at <= ${new Date(now.getTime() - ASKED_AGAIN_MS)}
    ORDER BY waits DESC, silent_at NULLS FIRST, c.sender_entity_id, c.environment`.execute(db)
  return rows.map(({ sender_entity_id, environment, ...left }) => ({ sender_entity_id, environment, left }))
}

type Kept = { left: Left | undefined; silent_at: Date | null }

/** How far it has come; without `left` all is compared. Not of one that was begun anew meanwhile. */
export const keepComparison = async (
  tx: Tx,
  { sender_entity_id, environment, left: before }: Comparison,
  { left, silent_at }: Kept,
): Promise<void> => {
  const same = sql<boolean>`sender_entity_id = ${sender_entity_id} AND environment = ${environment}
    AND slice_from = ${before.slice_from} AND slice_to = ${before.slice_to} AND page = ${before.page}`
  if (!left) await on(tx).deleteFrom('comparisons').where(same).execute()
  else {
    const { slice_from, slice_to, page } = left
    await on(tx)
      .updateTable('comparisons')
      .set({ slice_from, slice_to, page, silent_at })
      .where(same)
      .execute()
  }
}
