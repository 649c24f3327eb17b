import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument } from '../build.ts'
import { createWorld } from '../world.ts'
import { download, request, requested } from './reporting.ts'
import type { Order } from './worker-program.ts'

/** `REPORTS=all` writes a million documents (npm run test:reports); the suite a sample. */
const DOCUMENTS = process.env.REPORTS === 'all' ? 1_000_000 : 5_000
const AT_ONCE = 20_000
/** A process that writes one document has some 130. */
const MB_MAX = 230
/** What it needs, not what a collector leaves lying that has room to spare, or no time on a busy machine. */
const SMALL_HEAP = ['--max-semi-space-size=2', '--max-old-space-size=96']
const PROGRAM = new URL('./worker-program.ts', import.meta.url).pathname

const world = await createWorld()
await buildDocument(world, { status: 'Pending Approval' })

/** Copies of a document with all that it says: a report takes its figures from there. */
const addCopies = async (count: number) => {
  const { rows } = await sql<{ names: string }>`
    SELECT string_agg(quote_ident(column_name), ',') AS names FROM information_schema.columns
    WHERE table_name = 'documents' AND column_name NOT IN ('id', 'invoice_number', 'created_at')`.execute(
    world.db,
  )
  const names = sql.raw(rows[0]?.names ?? '')
  for (let from = 1; from <= count; from += AT_ONCE) {
    await sql`INSERT INTO documents (id, invoice_number, created_at, ${names})
      SELECT gen_random_uuid(), 'COPY_' || nr, created_at - nr * interval '1 second', ${names} FROM
        (SELECT * FROM documents WHERE invoice_number NOT LIKE 'COPY%' LIMIT 1) one,
        generate_series(${from}::int, ${Math.min(count, from + AT_ONCE - 1)}::int) nr`.execute(world.db)
  }
}

/** Writes a report in a process of its own with a small heap; its greatest size in memory, MB, and its time. */
const write = async (format: 'csv' | 'xlsx') => {
  const { body } = await request(world, 'aminah', { format })
  const order: Order = {
    ...{ connection: world.connection, files_dir: world.files_dir, smtp_url: 'smtp://127.0.0.1:9' },
    ...{ run_id: body.id, now_ms: world.clock.now().getTime(), step: 'write', die: false },
  }
  const started_ms = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...SMALL_HEAP,
    PROGRAM,
    JSON.stringify(order),
  ])
  const [row] = await requested(world, 'aminah')
  expect(row).toMatchObject({ id: body.id, state: 'done', fault: '' })
  const seconds = ((performance.now() - started_ms) / 1_000).toFixed(1)
  return { id: body.id, rows: row?.rows, seconds, mb: Math.round(JSON.parse(stdout).bytes / 1_048_576) }
}

test('many documents take hardly more memory than one, as CSV and as a workbook', {
  timeout: HOUR_MS,
}, async () => {
  await addCopies(DOCUMENTS)
  for (const format of ['csv', 'xlsx'] as const) {
    const { id, rows, seconds, mb } = await write(format)
    console.log(`${DOCUMENTS} documents as ${format}: ${seconds} s, ${mb} MB`)
    expect(rows).toBe(DOCUMENTS + 1)
    expect(mb).toBeLessThanOrEqual(MB_MAX)
    if (format === 'xlsx') continue
    const { text } = await download(world, 'aminah', id)
    expect(text.split('\r\n')).toHaveLength(DOCUMENTS + 3)
  }
})
