import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type AuthorityTables = {
  authority_tokens: { client_key: string; token_sealed: string; until: Date }
  authority_circuits: {
    client_key: string
    environment: string
    failures: number
    why: string
    failing_since: Date
    open_until: Date | null
  }
}

const on = (db: Db) => db.withTables<AuthorityTables>()

type Turn = { client: string; call: string; spacing_ms: number; wait_ms_max: number }

/** Takes the client's next turn and answers how long it is away, ms; undefined (and none taken) beyond the maximum. */
export const takeTurn = async (
  db: Db,
  { client, call, spacing_ms, wait_ms_max }: Turn,
): Promise<number | undefined> => {
  const spacing = sql`(${spacing_ms} * interval '1 millisecond')`
  const { rows } = await sql<{ wait_ms: number }>`
    INSERT INTO authority_turns AS t (client_key, call, free_at)
    VALUES (${client}, ${call}, clock_timestamp() + ${spacing})
    ON CONFLICT (client_key, call) DO UPDATE SET free_at = greatest(t.free_at, clock_timestamp()) + ${spacing}
      WHERE t.free_at < clock_timestamp() + (${wait_ms_max} * interval '1 millisecond')
    RETURNING ceil(extract(epoch FROM (free_at - ${spacing} - clock_timestamp())) * 1000)::int AS wait_ms`.execute(
    db,
  )
  const taken = rows[0]
  return taken && Math.max(0, taken.wait_ms)
}

/** Nobody's turn comes before the pause has passed. */
export const pushTurn = async (
  db: Db,
  { client, call, pause_ms }: { client: string; call: string; pause_ms: number },
) => {
  const free_at = sql`clock_timestamp() + (${pause_ms} * interval '1 millisecond')`
  await sql`
    INSERT INTO authority_turns AS t (client_key, call, free_at) VALUES (${client}, ${call}, ${free_at})
    ON CONFLICT (client_key, call) DO UPDATE SET free_at = greatest(t.free_at, excluded.free_at)`.execute(db)
}

export type Circuit = { why: string; open_ms: number }

export const readCircuit = async (db: Db, client: string): Promise<Circuit | undefined> => {
  const { rows } = await sql<Circuit>`
    SELECT why, coalesce(ceil(extract(epoch FROM (open_until - clock_timestamp())) * 1000), 0)::int AS open_ms
    FROM authority_circuits WHERE client_key = ${client}`.execute(db)
  return rows[0]
}

type Failure = {
  client: string
  environment: string
  why: string
  failures_max: number
  open_ms_min: number
  open_ms_max: number
}

/** From the given number of failures in a row on, the circuit opens, each time twice as long. */
export const countFailure = async (db: Db, { client, environment, why, ...limits }: Failure) => {
  const exponent = sql`least(t.failures + 1 - ${limits.failures_max}, 10)`
  const open_ms = sql`least(${limits.open_ms_min} * power(2, ${exponent}), ${limits.open_ms_max})`
  await sql`
    INSERT INTO authority_circuits AS t (client_key, environment, failures, why, failing_since)
    VALUES (${client}, ${environment}, 1, ${why}, clock_timestamp())
    ON CONFLICT (client_key) DO UPDATE SET failures = t.failures + 1, why = excluded.why,
      open_until = CASE WHEN t.failures + 1 >= ${limits.failures_max}
        THEN clock_timestamp() + ${open_ms} * interval '1 millisecond' END`.execute(db)
}

export const closeCircuit = async (db: Db, client: string): Promise<void> => {
  await on(db).deleteFrom('authority_circuits').where('client_key', '=', client).execute()
}

/** Environments whose circuit is open or was opened last: what the banner in the shell says. */
export const selectTroubles = (db: Db, failures_min: number) =>
  on(db)
    .selectFrom('authority_circuits')
    .where('failures', '>=', failures_min)
    .groupBy('environment')
    .select((eb) => ['environment', eb.fn.min('failing_since').as('since'), eb.fn.max('why').as('why')])
    .execute()

export const readToken = (db: Db, client: string) =>
  on(db).selectFrom('authority_tokens').where('client_key', '=', client).selectAll().executeTakeFirst()

export const putToken = async (
  db: Db,
  { client, ...held }: { client: string; token_sealed: string; until: Date },
) => {
  await on(db)
    .insertInto('authority_tokens')
    .values({ client_key: client, ...held })
    .onConflict((conflict) => conflict.column('client_key').doUpdateSet(held))
    .execute()
}

export const removeToken = async (db: Db, client: string): Promise<void> => {
  await on(db).deleteFrom('authority_tokens').where('client_key', '=', client).execute()
}
