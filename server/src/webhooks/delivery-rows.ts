import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DELIVERY_STATES } from '#contract/webhooks.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { furtherBack, type Place } from '../platform/lists/read-log.ts'
import type { Posted } from './post.ts'
import { type DeliveryTable, on } from './tables.ts'

export type DeliveryRow = Selectable<DeliveryTable>
type State = (typeof DELIVERY_STATES)[number]

/** Of a process that died the events are tried again after this time, which is longer than a turn and its last try. */
export const CLAIMED_MS = 60_000

/** What was told before is not told again by this. */
export const insertDeliveries = async (tx: Tx, rows: Insertable<DeliveryTable>[]): Promise<void> => {
  const known = on(tx).insertInto('webhook_deliveries').values(rows)
  await known.onConflict((one) => one.columns(['webhook_id', 'event_id']).doNothing()).execute()
}

/** What waits for a webhook, the oldest first. In this order an index finds it, whatever was sent before. */
const waitingFor = (handle: Db | Tx, webhook_id: string | RawBuilder<string>) =>
  on(handle)
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .orderBy('nr')
    .select('nr')

type Due = { webhook_id: string; now: Date; until: Date; limit: number }

/**
 * Counts a try of the events that have waited longest, and moves them on until then: if this process dies, they are
 * tried again after that. No two processes get the same one.
 */
export const claimDue = async (tx: Tx, { webhook_id, now, until, limit }: Due): Promise<DeliveryRow[]> => {
  const claimed = await on(tx)
    // Found once, before anything is claimed: within the WHERE it could be asked anew for each row, limit and all.
    .with(
      (cte) => cte('due').materialized(),
      () => waitingFor(tx, webhook_id).where('next_try_at', '<=', now).limit(limit).forUpdate().skipLocked(),
    )
    .updateTable('webhook_deliveries')
    .set({ tries: sql`tries + 1`, next_try_at: until, tried_at: now })
    .where('nr', 'in', (query) => query.selectFrom('due').select('nr'))
    .returningAll()
    .execute()
  return claimed.toSorted((a, b) => Number(a.nr) - Number(b.nr))
}

/** What came of a try, unless the event was asked for again meanwhile. `next_try_at`: it waits for that. */
export const settleTry = async (
  tx: Tx,
  { nr, tries }: Pick<DeliveryRow, 'nr' | 'tries'>,
  became: Posted & { state: State; next_try_at: Date | null },
): Promise<void> => {
  const one = on(tx).updateTable('webhook_deliveries').set(became)
  await one.where('nr', '=', nr).where('tries', '=', tries).where('state', '=', 'waiting').execute()
}

type Part = { webhook_id: string; limit: number }

/** So many of what waits are not sent, for this reason, the oldest first; how many there were. */
export const stopWaiting = async (
  tx: Tx,
  { webhook_id, limit, fault }: Part & { fault: string },
): Promise<number> => {
  const stopped = await on(tx)
    .with(
      (cte) => cte('these').materialized(),
      () => waitingFor(tx, webhook_id).limit(limit).forUpdate(),
    )
    .updateTable('webhook_deliveries')
    .set({ state: 'stopped', next_try_at: null, fault })
    .where('nr', 'in', (query) => query.selectFrom('these').select('nr'))
    .executeTakeFirst()
  return Number(stopped.numUpdatedRows)
}

/** Throws away so many of what a webhook was told, the oldest first; how many there were. */
export const deleteDeliveries = async (tx: Tx, { webhook_id, limit }: Part): Promise<number> => {
  const { numAffectedRows } = await sql`
    DELETE FROM webhook_deliveries WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM webhook_deliveries WHERE webhook_id = ${webhook_id}
      ORDER BY at, nr LIMIT ${limit}))`.execute(tx)
  return Number(numAffectedRows)
}

type Wanted = { webhook_id: string; now: Date; since: Date; limit: number } & (
  | { nr: string }
  | { until: Date; states: readonly State[]; after: string | undefined; on_its_way?: boolean }
)

/**
 * Sends events again as if for the first time, the oldest first; how many there were. `more_after`: the last of them,
 * where there are more. Of what still waits only what waits for long: the rest is on its way, or nearly. With
 * `on_its_way` that too, and what comes of a try that is being made changes nothing.
 */
export const askAgain = async (
  tx: Tx,
  wanted: Wanted,
): Promise<{ count: number; more_after: string | null }> => {
  const { webhook_id, now, since, limit } = wanted
  let all = on(tx)
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhook_id)
    .where('at', '>=', since)
    .orderBy('nr')
    .select('nr')
  if ('nr' in wanted) all = all.where('nr', '=', wanted.nr)
  else {
    all = all.where('at', '<', wanted.until).where('state', 'in', wanted.states)
    const later = new Date(now.getTime() + CLAIMED_MS)
    if (!wanted.on_its_way)
      all = all.where((eb) => eb.or([eb('state', '!=', 'waiting'), eb('next_try_at', '>', later)]))
    if (wanted.after !== undefined) all = all.where('nr', '>', wanted.after)
  }
  // One more than are sent tells that there are more.
  const found = (await all.limit(limit + 1).execute()).map(({ nr }) => nr)
  const these = found.slice(0, limit)
  const asked = await on(tx)
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_try_at: now, fault: '' })
    .where('nr', '=', sql<string>`ANY(${these}::bigint[])`)
    .executeTakeFirst()
  return { count: Number(asked.numUpdatedRows), more_after: found[limit] ? (these.at(-1) ?? null) : null }
}

export const hasDue = async (
  tx: Tx,
  { webhook_id, now }: Pick<Due, 'webhook_id' | 'now'>,
): Promise<boolean> => {
  const one = waitingFor(tx, webhook_id).where('next_try_at', '<=', now).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/** Webhooks for which something is due, or which were removed. */
export const readDueWebhooks = async (db: Db, { now, limit }: { now: Date; limit: number }) => {
  // For each webhook the first of them: with EXISTS all that waits may be read at once.
  const first = waitingFor(db, sql`webhooks.id`).where('next_try_at', '<=', now).limit(1)
  const due = await on(db)
    .selectFrom('webhooks')
    .where((eb) => eb.or([eb('removed_at', 'is not', null), eb(first, 'is not', null)]))
    .select('id')
    .limit(limit)
    .execute()
  return due.map(({ id }) => id)
}

type Stretch = {
  webhook_id: string
  state: State | undefined
  /** That one alone. */
  nr: string | undefined
  after: Place | undefined
  limit: number
}

/** What a webhook was told, the newest first. */
export const readDeliveries = (
  db: Db,
  { webhook_id, state, nr, after, limit }: Stretch,
): Promise<DeliveryRow[]> => {
  const all = on(db)
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhook_id)
    .where(furtherBack('webhook_deliveries', after))
  const one = nr === undefined ? all : all.where('nr', '=', nr)
  const rows = state ? one.where('state', '=', state) : one
  return rows.selectAll().orderBy('at', 'desc').orderBy('nr', 'desc').limit(limit).execute()
}
