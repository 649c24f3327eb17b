import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ENVIRONMENTS } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import { namedStores } from '../../access/scope.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { asJson, rememberedCounts } from './remembered-counts.ts'

/** `environments`: those for which the documents were made that are counted. */
type Asked = { caller: Caller; today: CalendarDate; most: number; environments: readonly Environment[] }

const BY = sql`sender_entity_id, store_code_id, year, buyer_name, environment`

/** How many documents a buyer has. */
export type BuyerCount = { buyer: string; count: number }

/** So many times as many as are shown are remembered: nobody else comes among the largest within a minute. */
const REMEMBERED_TIMES = 4

const remembered = rememberedCounts<BuyerCount[], BuyerCount[]>()

/**
 * The buyers with the most documents of this year until today in the caller's departments, exactly: those handed to the
 * authority, self-billed ones left out.
 */
export const largestBuyers = async (db: Db, asked: Asked): Promise<BuyerCount[]> => {
  const { caller, today, most, environments } = asked
  const year = Number(today.slice(0, 4))
  const stores = namedStores(caller)
  const counted = countedIn(environments)
  const since = sinceAddedUp(stores, today, counted)
  const wanted = { stores, year, most, counted, environments }
  const kept_max = most * REMEMBERED_TIMES
  const key = `${year} ${most} ${environments} ${stores}`
  const { added_up, pending } = await remembered(db, key, {
    added_up: asJson(largest({ ...wanted, most: kept_max }, NOTHING)),
    pending: asJson(sql`SELECT buyer_name AS buyer, n::int AS count FROM ${since} AS pending`),
  })
  const certain = mergeLargest({ added_up, pending, kept_max, most })
  if (certain) return certain
  const { rows } = await largest(wanted, since).execute(db)
  return rows
}

type Known = {
  added_up: readonly BuyerCount[]
  pending: readonly BuyerCount[]
  kept_max: number
  most: number
}

/**
 * The largest of what was added up, at most so many of them and the largest first, with what came since. Undefined
 * where somebody who is not among those may belong to these: none of them had more than the last one that is known.
 */
const mergeLargest = ({ added_up, pending, kept_max, most }: Known): BuyerCount[] | undefined => {
  const others_max = added_up.length < kept_max ? 0 : (added_up.at(-1)?.count ?? 0)
  const known = new Map(added_up.map(({ buyer, count }) => [buyer, count]))
  let unknown_max = others_max
  for (const { buyer, count } of pending) {
    const counted = known.get(buyer) ?? (others_max === 0 ? 0 : undefined)
    if (counted !== undefined) known.set(buyer, counted + count)
    else unknown_max = Math.max(unknown_max, others_max + count)
  }
  const shown = [...known]
    .map(([buyer, count]) => ({ buyer, count }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || (one.buyer < other.buyer ? -1 : 1))
    .slice(0, most)
  const is_certain = unknown_max === 0 || (shown.length === most && (shown.at(-1)?.count ?? 0) > unknown_max)
  return is_certain ? shown : undefined
}

const countedIn = (environments: readonly Environment[]) =>
  ENVIRONMENTS.every((one) => environments.includes(one))
    ? sql<SqlBool>`TRUE`
    : sql<SqlBool>`environment = ANY(${[...environments]}::text[])`

const NOTHING = sql`(SELECT NULL::text AS buyer_name, 0 AS n WHERE FALSE)`

/**
 * What came since, less the few that are dated after today, as if they had not come yet. Department by department: all
 * at once, the planner would expect many and could read everything.
 */
const sinceAddedUp = (stores: readonly string[], today: CalendarDate, counted: RawBuilder<SqlBool>) => {
  const of_stores = sql`${[...stores]}::uuid[]`
  const year = Number(today.slice(0, 4))
  const later = sql`SELECT buyer_name, -1 AS n FROM unnest(${of_stores}) AS in_store CROSS JOIN LATERAL (
    SELECT buyer_name FROM documents WHERE store_code_id = in_store
      AND invoice_date > ${today}::date AND invoice_date <= make_date(${year}, 12, 31)
      AND counts_for_buyer(authority_uuid, status, selfbilling) AND ${counted} OFFSET 0) AS of_store`
  return sql`(SELECT buyer_name, sum(n) AS n FROM (
    SELECT buyer_name, n FROM buyer_count_changes
      WHERE store_code_id = ANY(${of_stores}) AND year = ${year} AND ${counted}
    UNION ALL ${later}) AS changes GROUP BY 1)`
}

/** `counted`: a condition on counters, by their environment. */
type Wanted = {
  stores: readonly string[]
  year: number
  most: number
  counted: RawBuilder<SqlBool>
  environments: readonly Environment[]
}

/**
 * Of what was added up together with what `pending` tells (`buyer_name`, `n`), the largest first. Nobody who is among
 * the `most` of all is below the least of them, shared out evenly, in every department and environment: so the largest
 * of each are looked at, never all.
 */
const largest = ({ stores, year, most, counted, environments }: Wanted, pending: RawBuilder<unknown>) => {
  const of_stores = sql`${[...stores]}::uuid[]`
  const parts = stores.length * environments.length
  /** Of each department, beginning with its largest. */
  const ofEach = (upTo: RawBuilder<unknown>) =>
    sql`SELECT of_store.buyer_name FROM unnest(${of_stores}) AS store_code_id CROSS JOIN LATERAL (
      SELECT buyer_name FROM buyer_counts AS b WHERE b.store_code_id = store_code_id.store_code_id
        AND year = ${year} AND ${counted} ${upTo}) AS of_store UNION SELECT buyer_name FROM pending`
  /** Each is summed once, and then ordered: not once for the order, and again for what is shown. */
  const summed = (names: string) =>
    sql`SELECT buyer_name, coalesce((SELECT sum(n) FROM buyer_counts AS b
        WHERE store_code_id = ANY(${of_stores}) AND year = ${year} AND ${counted}
        AND b.buyer_name = ${sql.table(names)}.buyer_name), 0) + coalesce(pending.n, 0) AS n
      FROM ${sql.table(names)} LEFT JOIN pending USING (buyer_name) OFFSET 0`
  return sql<BuyerCount>`
    WITH pending AS MATERIALIZED (SELECT * FROM ${pending} AS changes),
    heads AS MATERIALIZED (${ofEach(sql`ORDER BY n DESC LIMIT ${most}`)}),
    least AS MATERIALIZED (
      SELECT n FROM (${summed('heads')}) AS sums ORDER BY n DESC OFFSET ${most - 1} LIMIT 1
    ), near AS MATERIALIZED (
      ${ofEach(sql`AND n >= coalesce((SELECT ceil(n / ${parts}::numeric)::int FROM least), 1) OFFSET 0`)}
    )
    SELECT buyer_name AS buyer, n::int AS count FROM (${summed('near')}) AS sums
    WHERE n > 0 ORDER BY n DESC, buyer_name COLLATE "C" LIMIT ${most}`
}

/** Adds up the oldest changes, at most so many; answers how many they were. */
export const foldBuyers = async (tx: Tx, rows_max: number): Promise<number> => {
  const { rows } = await sql<{ folded: number }>`
    WITH taken AS (
      DELETE FROM buyer_count_changes WHERE id IN (
        SELECT id FROM buyer_count_changes ORDER BY id LIMIT ${rows_max})
      RETURNING ${BY}, n
    ), added AS (
      INSERT INTO buyer_counts AS kept (${BY}, n)
      SELECT ${BY}, sum(n) FROM taken GROUP BY ${BY} HAVING sum(n) <> 0
      ON CONFLICT (store_code_id, year, buyer_name, environment, sender_entity_id) DO UPDATE SET n = kept.n + excluded.n
    )
    SELECT count(*)::int AS folded FROM taken`.execute(tx)
  return rows[0]?.folded ?? 0
}

type Year = { store_code_id: string; year: number }

/** Counts a year of a department anew; answers how many counters were wrong. One statement, and so one moment. */
export const recountBuyers = async (tx: Tx, { store_code_id, year }: Year): Promise<number> => {
  const ofYear = sql`store_code_id = ${store_code_id}::uuid AND year = ${year}`
  const { numAffectedRows } = await sql`
    WITH there AS (
      SELECT sender_entity_id, store_code_id, ${year}::smallint AS year, buyer_name, environment, count(*) AS n
      FROM documents WHERE store_code_id = ${store_code_id}::uuid
        AND invoice_date >= make_date(${year}, 1, 1) AND invoice_date <= make_date(${year}, 12, 31)
        AND counts_for_buyer(authority_uuid, status, selfbilling) GROUP BY 1, 2, 3, 4, 5
      UNION ALL SELECT ${BY}, -n FROM buyer_count_changes WHERE ${ofYear}
    ), wanted AS (
      SELECT *, FALSE AS is_kept FROM there UNION ALL SELECT ${BY}, 0, TRUE FROM buyer_counts WHERE ${ofYear}
    )
    INSERT INTO buyer_counts AS kept (${BY}, n)
    SELECT ${BY}, sum(n) FROM wanted GROUP BY ${BY} HAVING sum(n) <> 0 OR bool_or(is_kept)
    ON CONFLICT (store_code_id, year, buyer_name, environment, sender_entity_id)
    DO UPDATE SET n = excluded.n WHERE kept.n <> excluded.n`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
