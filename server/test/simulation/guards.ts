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

/** In this database everybody gets every lease: each has ended already. */
const giveLeasesAway = async (db: Db) => {
  await sql`CREATE FUNCTION lapse() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN NEW.ends_at := ''-infinity''; RETURN NEW; END'`.execute(db)
  await sql`CREATE TRIGGER lapsed BEFORE INSERT OR UPDATE ON leases FOR EACH ROW EXECUTE FUNCTION lapse()`.execute(
    db,
  )
}
