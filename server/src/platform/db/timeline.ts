import { type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { POSITION_UNKNOWN } from '#contract/position.ts'
import type { Log } from '../log/log.ts'
import type { Db } from './database.ts'
import { type Position, partsOf, positionOf } from './position.ts'

/**
 * Answers where the primary is: what was committed before is contained. Each timeline is written down before anybody
 * hears of it, and so arrives in the servers that follow it, and in no other.
 */
export const openPosition = ({ primary, log }: { primary: Db; log: Log }): (() => Promise<Position>) => {
  let noted: string | undefined
  const ask = async (): Promise<Position> => {
    const { timeline, at } = await whereIs(primary)
    if (timeline === noted) return positionOf(timeline, at)
    await note(primary, timeline)
    noted = timeline
    return ask()
  }
  return () =>
    ask().catch((error: unknown) => {
      log.warn({ err: error }, 'nobody can say where the primary is, so it is read itself')
      return POSITION_UNKNOWN
    })
}

/**
 * Whether a server has everything up to a position. One that follows nobody contains what it has written. One that has
 * the row of a later timeline has all that was answered before that.
 */
export const contains = async (client: PostgresPoolClient, seen: Position): Promise<boolean> => {
  const { timeline, at } = partsOf(seen)
  const text = `SELECT coalesce((max(timeline), CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
    ELSE pg_current_wal_lsn() END) >= ($1::text, $2::pg_lsn), false) AS there FROM timelines`
  try {
    const { rows } = await client.query<{ there: boolean }>(text, [timeline, at])
    return rows[0]?.there === true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return false
    throw error
  }
}

/** The migration has not arrived yet. */
const UNDEFINED_TABLE = '42P01'

const whereIs = async (primary: Db) => {
  const { rows } = await sql<{ timeline: string; at: string }>`
    SELECT left(pg_walfile_name(at), 8) AS timeline, at::text AS at FROM pg_current_wal_lsn() AS at`.execute(
    primary,
  )
  const [where] = rows
  if (!where) throw new Error('A SELECT without a table has one row.')
  return where
}

/** A copy of the tables alone, or pg_upgrade, begins with the first timeline anew. */
const note = (primary: Db, timeline: string) =>
  sql`WITH gone AS (DELETE FROM timelines WHERE timeline > ${timeline})
    INSERT INTO timelines (timeline) VALUES (${timeline}) ON CONFLICT DO NOTHING`.execute(primary)
