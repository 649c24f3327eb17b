import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { addEvents, anchorNow, anchorsOf } from '../../test/chain/chained-world.ts'
import { seeded } from '../../test/simulation/random.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction, type Tables } from '../platform/db/database.ts'
import { RECORD_KINDS } from '../worker.ts'
import { verify } from './verify.ts'

const ROUNDS = 150
const ROWS_MAX = 5
/** What one statement may look at, of all that there is: a hundred links, or so many index entries to count. */
const LOOKED_AT_MAX = 150

type Plan = {
  Plans?: Plan[]
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
}

/** The most rows that any step of a statement looks at. */
const lookedAt = (plan: Plan): number =>
  Math.max(
    (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'],
    ...(plan.Plans ?? []).map(lookedAt),
  )

test('no statement of a verification looks at more than a few rows, however many there are', async () => {
  const { db, connection, company } = await createWorld()
  for (let seed = 1; seed <= ROUNDS; seed++)
    await inTransaction(db, (tx) => addEvents(tx, seeded(seed), [null, company.entities.kinabalu]))
  const { kinabalu } = company.entities
  await sql`INSERT INTO submissions (sender_entity_id, environment, sender_slot, state, intended_at)
    SELECT ${kinabalu}, 'simulator', n::text, 'intent', now() FROM generate_series(1, 400) AS n`.execute(db)
  await sql`ANALYZE`.execute(db)
  const anchors = anchorsOf(await inTransaction(db, anchorNow))

  // The plans that large tables have; small ones are read whole whatever is asked.
  const options = '-c enable_seqscan=off -c enable_bitmapscan=off'
  const pool = new pg.Pool({ ...connection, max: 1, options })
  const asked: { text: string; values: unknown[] }[] = []
  const connect = async () => {
    const client = await pool.connect()
    const query = (text: string, values: unknown[]) => {
      asked.push({ text, values })
      return client.query(text, values)
    }
    // Kysely asks in no other form.
    return { query: query as never, release: () => client.release() }
  }
  const watched = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
  })
  const told: { done: number; total: number }[] = []
  const tell = async (progress: { done: number; total: number }) => void told.push(progress)
  const verdict = await verify(watched, { kinds: RECORD_KINDS, anchors, rows_max: ROWS_MAX, tell })
  expect(verdict).toMatchObject({ intact: true, checked: { anchors: 1 } })
  const { records, links } = verdict.checked
  expect(Math.min(records, links)).toBeGreaterThan(2 * LOOKED_AT_MAX)
  expect(told[0]).toEqual({ done: 0, total: records })
  expect(told.at(-1)).toEqual({ done: records, total: records })

  const worst = new Map<string, number>()
  for (const { text, values } of asked) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    const rows_seen = lookedAt(rows[0]['QUERY PLAN'][0].Plan)
    worst.set(text, Math.max(worst.get(text) ?? 0, rows_seen))
  }
  expect([...worst].filter(([, rows_seen]) => rows_seen > LOOKED_AT_MAX)).toEqual([])
  expect(worst.size).toBeGreaterThan(10)
  await watched.destroy()
})
