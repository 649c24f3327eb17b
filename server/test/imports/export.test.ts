import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { csvOf, row, upload } from '../files.ts'
import { createWorld, NOON } from '../world.ts'
import type { ExportOrder } from './export-program.ts'

/** `IMPORTS=all` exports a million rows (npm run test:imports), for which the machine must be free; otherwise few. */
const MEASURED = process.env.IMPORTS === 'all'
const ROWS = MEASURED ? 1_000_000 : 10_000
/** A statement has ten seconds. */
const ROWS_AT_ONCE = 10_000
const ABOVE_IDLE_MB_MAX = 50
const FIRST_MS_MAX = 300
/** What it needs, not what a collector with room to spare leaves lying: without these it is three times as much. */
const SMALL_HEAP = ['--max-semi-space-size=2', '--max-old-space-size=64']
const PROGRAM = new URL('./export-program.ts', import.meta.url).pathname

const world = await createWorld()

/** So many copies of one document, each with a number of its own. */
const fill = async (rows: number) => {
  await upload(world, 'aminah', csvOf([row('FEW-1')]))
  const found = await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ',') AS names
    FROM information_schema.columns
    WHERE table_name = 'documents' AND column_name NOT IN ('id', 'invoice_number', 'created_at')`.execute(
    world.db,
  )
  const columns = sql.raw(found.rows[0]?.names ?? '')
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE) {
    await sql`INSERT INTO documents (id, invoice_number, created_at, ${columns})
      SELECT gen_random_uuid(), 'ALL-' || nr, created_at - nr * interval '1 second', ${columns}
      FROM documents, generate_series(${from}::integer, ${from + ROWS_AT_ONCE - 1}::integer) nr
      WHERE invoice_number = 'FEW-1'`.execute(world.db)
  }
  await sql`ANALYZE documents`.execute(world.db)
}

test('a report of as many documents as there are takes the memory of a few, and begins at once', {
  timeout: HOUR_MS,
}, async () => {
  await fill(ROWS)
  const order: ExportOrder = {
    ...{ connection: world.connection, user_id: world.company.users.aminah },
    ...{ few: 'FEW-', all: 'ALL-', now: NOON.toISOString() },
  }
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--expose-gc', ...SMALL_HEAP],
    PROGRAM,
    JSON.stringify(order),
  ])
  const { rows, first_ms, above_idle_mb } = JSON.parse(stdout)
  console.log(`${rows} rows: first byte after ${first_ms} ms, ${above_idle_mb} MB above idle`)
  expect(rows).toBe(ROWS)
  if (!MEASURED) return
  expect(above_idle_mb).toBeLessThanOrEqual(ABOVE_IDLE_MB_MAX)
  expect(first_ms).toBeLessThanOrEqual(FIRST_MS_MAX)
})
