import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

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

const on = (handle: Db | Tx) => handle.withTables<AuthorityTables>()

/** The instant now, as an SQL expression: the database's clock, which all processes share, or a test's. */
export type Now = RawBuilder<Date>
export const DATABASE_CLOCK: Now = sql<Date>`clock_timestamp()`

type Turn = { client: string; call: string; spacing_ms: number; wait_ms_max: number; now: Now }
/** `stated_ms`: the spacing that follows from the limit which the authority stated; null where it stated none. */
type Taken = { wait_ms: number; stated_ms: number | null }

/**
 * Takes the client's next turn and answers how long it is away, ms, and at which pace it was dealt: that of the stated
 * limit, else `spacing_ms`. Undefined (and none taken) beyond the maximum.
 */
export const claimTurn = async (
  db: Db,
  { client, call, spacing_ms, wait_ms_max, now }: Turn,
): Promise<Taken | undefined> => {
  const given = sql`(${spacing_ms} * interval '1 millisecond')`
  const spacing = sql`(coalesce(t.spacing_ms, ${spacing_ms}) * interval '1 millisecond')`
  const { rows } = await sql<Taken>`
    INSERT INTO authority_turns AS t (client_key, call, free_at) VALUES (${client}, ${call}, ${now} + ${given})
    ON CONFLICT (client_key, call) DO UPDATE SET free_at = greatest(t.free_at, ${now}) + ${spacing}
      WHERE t.free_at < ${now} + (${wait_ms_max} * interval '1 millisecond')
    RETURNING t.spacing_ms AS stated_ms,
      greatest(0, ceil(extract(epoch FROM (t.free_at - ${spacing} - ${now})) * 1000))::int AS wait_ms`.execute(
    db,
  )
  return rows[0]
}

/** The pace of all processes from the next turn on. */
export const putSpacing = async (
  db: Db,
  { client, call, spacing_ms }: { client: string; call: string; spacing_ms: number | null },
) => {
  await sql`UPDATE authority_turns SET spacing_ms = ${spacing_ms}
    WHERE client_key = ${client} AND call = ${call}`.execute(db)
}

/** Nobody's turn comes before the pause has passed. */
export const pushTurn = async (
  db: Db,
  { client, call, pause_ms, now }: { client: string; call: string; pause_ms: number; now: Now },
) => {
  const free_at = sql`${now} + (${pause_ms} * interval '1 millisecond')`
  await sql`
    INSERT INTO authority_turns AS t (client_key, call, free_at) VALUES (${client}, ${call}, ${free_at})
    ON CONFLICT (client_key, call) DO UPDATE SET free_at = greatest(t.free_at, excluded.free_at)`.execute(db)
}

/** `has_opened`: it is open, or was and has not been closed since. */
type Circuit = { client_key: string; why: string; open_ms: number; has_opened: boolean }

export const readCircuits = async (db: Db, client_keys: readonly string[]): Promise<Circuit[]> => {
  const { rows } = await sql<Circuit>`
    SELECT client_key, why, open_until IS NOT NULL AS has_opened,
      coalesce(ceil(extract(epoch FROM (open_until - clock_timestamp())) * 1000), 0)::int AS open_ms
    FROM authority_circuits WHERE client_key = ANY(${client_keys}::text[])`.execute(db)
  return rows
}

/** Whether the caller is the one who tries if a circuit may be closed; for the others it is open meanwhile. */
export const claimTrial = async (db: Db, client: string, trial_ms: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE authority_circuits SET open_until = clock_timestamp() + ${trial_ms} * interval '1 millisecond'
    WHERE client_key = ${client} AND open_until <= clock_timestamp()`.execute(db)
  return numAffectedRows === 1n
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

/** Environments with a circuit that is open, or was within the span and is not closed: what the shell's banner says. */
export const selectTroubles = (
  db: Db,
  { failures_min, since_ms }: { failures_min: number; since_ms: number },
) =>
  on(db)
    .selectFrom('authority_circuits')
    .where('failures', '>=', failures_min)
    .where('open_until', '>', sql<Date>`clock_timestamp() - ${since_ms} * interval '1 millisecond'`)
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

/** Of all clients. */
export const removeTokens = async (tx: Tx): Promise<void> => {
  await on(tx).deleteFrom('authority_tokens').execute()
}
