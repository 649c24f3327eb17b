import { type Selectable, sql } from 'kysely'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { byDatabase } from '../../platform/db/database-now.ts'
import { type Left, wholeOf } from '../cancelling/left.ts'
import { STAYS_HELD } from '../life/held.ts'
import { type ComparisonTable, LANES, on } from '../store/tables.ts'

/** What is left to compare of a company in one environment; begun so long ago, ms. */
export type Comparison = Pick<
  Selectable<ComparisonTable>,
  'sender_entity_id' | 'environment' | 'began_at'
> & { age_ms: number; left: Left }

/** Clocks differ a little. */
export const MARGIN_MS = 10 * MINUTE_MS

/**
 * From now on each company is compared with what the authority received since, in each environment. One that is
 * compared already begins anew, as far back as it did.
 */
export const beginComparisons = async (
  tx: Tx,
  { known_until, now }: { known_until: Date; now: Date },
): Promise<void> => {
  const from = new Date(known_until.getTime() - MARGIN_MS)
  const { round_from, slice_from, slice_to, page } = wholeOf(from, new Date(now.getTime() + MARGIN_MS))
  await sql`INSERT INTO comparisons AS open (sender_entity_id, environment, began_at,
      round_from, slice_from, slice_to, page)
    SELECT company.id, place, ${now}, ${round_from}, ${slice_from}, ${slice_to}, ${page}
    FROM sender_entities AS company CROSS JOIN unnest(${[...ENVIRONMENTS]}::text[]) AS place
    ON CONFLICT (sender_entity_id, environment) DO UPDATE SET
      began_at = excluded.began_at, round_from = LEAST(open.round_from, excluded.round_from),
      slice_from = excluded.slice_from, slice_to = excluded.slice_to, page = excluded.page`.execute(tx)
}

/** Credentials that nobody uses may be wrong for years: where nothing waits for an answer, it is asked so often. */
const ASKED_AGAIN = sql.lit('1 hour')

/**
 * What can be compared: first where something waits for it, and where it is sent to now. Where LHDN did not answer and
 * nothing waits, once an hour; without credentials not at all. By the database's clock the time that a statement is on
 * the way counts: one that has just begun would seem to begin in a moment.
 */
export const openComparisons = async (db: Db, now: Date): Promise<Comparison[]> => {
  const { rows } = await sql<Omit<Comparison, 'left'> & Left>`
    SELECT c.sender_entity_id, c.environment, c.began_at, c.round_from, c.slice_from, c.slice_to, c.page,
      greatest(extract(epoch FROM present.now - c.began_at)::float8 * 1000, 0) AS age_ms
    FROM comparisons AS c JOIN entity_secrets AS s USING (sender_entity_id, environment)
      JOIN sender_entities AS e ON e.id = c.sender_entity_id
      CROSS JOIN (SELECT ${byDatabase(now)} AS now) AS present
      CROSS JOIN LATERAL (SELECT EXISTS (
          SELECT FROM documents AS d, unnest(${[...LANES]}::text[]) AS lane_of
          WHERE d.sender_entity_id = c.sender_entity_id AND d.lane = lane_of AND d.status = 'Approved'
            AND d.environment = c.environment)
        OR EXISTS (SELECT FROM store_codes AS store, LATERAL (
            SELECT FROM documents WHERE store_code_id = store.id AND status = 'OnHold'
              AND environment = c.environment AND ${STAYS_HELD} IS NOT TRUE LIMIT 1) AS held
          WHERE store.sender_entity_id = c.sender_entity_id)) AS found(waits)
    WHERE waits OR c.silent_at IS NULL OR c.silent_at <= present.now - ${ASKED_AGAIN}::interval
    ORDER BY waits DESC, e.environment = c.environment DESC, c.silent_at NULLS FIRST, c.sender_entity_id,
      c.environment`.execute(db)
  return rows.map(({ round_from, slice_from, slice_to, page, ...of }) => ({
    ...of,
    left: { round_from, slice_from, slice_to, page },
  }))
}

type Said = Pick<Selectable<ComparisonTable>, 'silent_at' | 'why' | 'is_refused'>
type Kept = { left: Left | undefined; said?: Said }

const NOTHING: Said = { silent_at: null, why: '', is_refused: false }

/** How far it has come; without `left` all is compared. Not of one that was begun anew meanwhile. */
export const keepComparison = async (
  tx: Tx,
  { sender_entity_id, environment, left: before }: Comparison,
  { left, said = NOTHING }: Kept,
): Promise<void> => {
  const same = sql<boolean>`sender_entity_id = ${sender_entity_id} AND environment = ${environment}
    AND slice_from = ${before.slice_from} AND slice_to = ${before.slice_to} AND page = ${before.page}`
  if (!left) await on(tx).deleteFrom('comparisons').where(same).execute()
  else
    await on(tx)
      .updateTable('comparisons')
      .set({ ...left, ...said })
      .where(same)
      .execute()
}
