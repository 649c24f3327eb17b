import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'

/** What keeps a document from being lost or doubled (decisions.md §4). */
export const GUARDS = ['intent', 'unique index', 'lease', 'horizon'] as const
export type Guard = (typeof GUARDS)[number]

/** Takes one guard out of a stage's database; the horizon lies in the clock, see `Bent`. */
export const switchOff = async (db: Db, guard: Guard): Promise<void> => {
  switch (guard) {
    case 'intent':
      // The rows that say what is about to be sent are not stored.
      await sql`CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(
        db,
      )
      await sql`CREATE TRIGGER no_intent BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION skip()`.execute(
        db,
      )
      return
    case 'unique index':
      await sql`DROP INDEX attempts_open`.execute(db)
      return
    case 'lease':
      await giveLeasesAway(db)
      return
    case 'horizon':
      return
  }
}

/** In this database everybody gets every lease: a function of that name stands before PostgreSQL's own. */
const giveLeasesAway = async (db: Db) => {
  for (const name of ['pg_try_advisory_lock', 'pg_advisory_unlock']) {
    await sql`CREATE FUNCTION public.${sql.ref(name)}(bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true'`.execute(
      db,
    )
  }
  await sql`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`.execute(
    db,
  )
}
