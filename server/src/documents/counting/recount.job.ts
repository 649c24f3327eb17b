import { sql } from 'kysely'
import { ProblemError } from '#domain/problems.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { recountBuyers } from './buyers.ts'
import { COUNTED_BY } from './counted.ts'
import { holdCounts } from './fold.job.ts'

type Month = { store_code_id: string; month: string }
type Year = { store_code_id: string; year: number }

/**
 * Counts all documents, one month of one department after the other, and puts right what the counters say of it. That
 * they were wrong is a fault of ours, and told as one. Throws away what counts nothing. A part that takes the database
 * too long keeps none of the others from being counted; the first such error is thrown at the end.
 */
export const recount = async ({ db, log }: { db: Db; log: Log }): Promise<void> => {
  const slow: ProblemError[] = []
  const putRight = async (of: object, count: (tx: Tx) => Promise<number>) => {
    const wrong = await held(db, count).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.problem.code !== 'database_slow') throw error
      log.warn({ ...of, err: error }, 'documents could not be counted at night')
      slow.push(error)
      return 0
    })
    if (wrong > 0) log.error({ ...of, wrong }, 'documents were counted wrongly; the counters were put right')
  }
  const months = await monthsOf(db)
  for (const month of months) await putRight(month, (tx) => recountMonth(tx, month))
  for (const year of yearsOf(months)) {
    await putRight(year, (tx) => addUpYear(tx, year))
    await putRight(year, (tx) => recountBuyers(tx, year))
  }
  await held(db, async (tx) => {
    await sql`DELETE FROM document_counts WHERE n = 0`.execute(tx)
    await sql`DELETE FROM buyer_counts WHERE n = 0`.execute(tx)
  })
  if (slow[0]) throw slow[0]
}

const held = <T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await holdCounts(tx)
    return act(tx)
  })

const yearsOf = (months: readonly Month[]): Year[] => {
  const years = months.map(({ store_code_id, month }) => ({ store_code_id, year: Number(month.slice(0, 4)) }))
  return [...new Map(years.map((one) => [`${one.store_code_id} ${one.year}`, one])).values()]
}

/** Every month of which there are documents or counters, per department. */
const monthsOf = async (db: Db): Promise<Month[]> => {
  const { rows } = await sql<Month>`
    WITH RECURSIVE there AS (
      SELECT id AS store_code_id, (SELECT min(invoice_date) FROM documents WHERE store_code_id = store_codes.id) AS day
      FROM store_codes
      UNION ALL
      SELECT store_code_id, (SELECT min(invoice_date) FROM documents AS d WHERE d.store_code_id = there.store_code_id
        AND invoice_date >= date_trunc('month', day) + interval '1 month')
      FROM there WHERE day IS NOT NULL
    )
    SELECT store_code_id, date_trunc('month', day)::date::text AS month FROM there WHERE day IS NOT NULL
    UNION SELECT store_code_id, date_trunc('month', day)::date::text FROM document_counts ORDER BY 1, 2`.execute(
    db,
  )
  return rows
}

/** Answers how many counters were wrong. One statement, and so one moment: whatever else is written meanwhile. */
const recountMonth = async (tx: Tx, { store_code_id, month }: Month): Promise<number> => {
  const inMonth = sql`store_code_id = ${store_code_id}::uuid
    AND invoice_date >= ${month}::date AND invoice_date < ${month}::date + interval '1 month'`
  const { numAffectedRows } = await sql`
    WITH there AS (
      SELECT store_code_id, status, invoice_type, authority_uuid IS NOT NULL AS at_authority,
        source = 'UI' AS on_screen, environment, sender_entity_id, invoice_date, count(*) AS n
      FROM documents WHERE ${inMonth} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
      UNION ALL SELECT ${COUNTED_BY}, invoice_date, -n FROM document_count_changes WHERE ${inMonth}
    ), wanted AS (
      SELECT 'day' AS span, invoice_date AS day, ${COUNTED_BY}, n, FALSE AS is_kept FROM there
      UNION ALL SELECT 'month', ${month}::date, ${COUNTED_BY}, n, FALSE FROM there
      UNION ALL SELECT span, day, ${COUNTED_BY}, 0, TRUE FROM document_counts
        WHERE store_code_id = ${store_code_id}::uuid AND span IN ('day', 'month')
          AND day >= ${month}::date AND day < ${month}::date + interval '1 month'
    ) ${keepWanted}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The same of the counters of a year, whose months are right. */
const addUpYear = async (tx: Tx, { store_code_id, year }: Year): Promise<number> => {
  const first = sql`make_date(${year}::int, 1, 1)`
  const { numAffectedRows } = await sql`
    WITH wanted AS (
      SELECT 'year' AS span, ${first} AS day, ${COUNTED_BY}, n, FALSE AS is_kept FROM document_counts
        WHERE store_code_id = ${store_code_id}::uuid AND span = 'month'
          AND day >= ${first} AND day < ${first} + interval '1 year'
      UNION ALL SELECT span, day, ${COUNTED_BY}, 0, TRUE FROM document_counts
        WHERE store_code_id = ${store_code_id}::uuid AND span = 'year'
          AND day >= ${first} AND day < ${first} + interval '1 year'
    ) ${keepWanted}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Makes the counters what a table `wanted` has; of what `is_kept` there is one already. */
const keepWanted = sql`INSERT INTO document_counts AS kept (span, day, ${COUNTED_BY}, n)
  SELECT span, day, ${COUNTED_BY}, sum(n) FROM wanted GROUP BY span, day, ${COUNTED_BY}
  HAVING sum(n) <> 0 OR bool_or(is_kept)
  ON CONFLICT (store_code_id, span, day, status, invoice_type, document_type, at_authority,
    on_screen, environment, sender_entity_id)
  DO UPDATE SET n = excluded.n WHERE kept.n <> excluded.n`
