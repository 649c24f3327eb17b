import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { removeFiles } from '../../src/reports/remove-files.job.ts'
import { buildDocument } from '../build.ts'
import { createWorld } from '../world.ts'
import { download, exportList, requested } from './reporting.ts'
import type { Order } from './worker-program.ts'

const PROGRAM = join(import.meta.dirname, 'worker-program.ts')
const COPIES = 5_000

const world = await createWorld()
const { id } = await buildDocument(world)
const { rows } = await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ',') AS names
  FROM information_schema.columns
  WHERE table_name = 'documents' AND column_name NOT IN ('id', 'invoice_number')`.execute(world.db)
const columns = sql.raw(rows[0]?.names ?? '')
await sql`INSERT INTO documents (id, invoice_number, ${columns}) SELECT gen_random_uuid(), 'COPY_' || nr, ${columns}
  FROM documents, generate_series(1, ${COPIES}::int) nr WHERE id = ${id}`.execute(world.db)

/** A worker's try in a process of its own. */
const work = (run_id: string, die: Order['die']) => {
  const order: Order = {
    ...{ connection: world.connection, files_dir: world.files_dir, smtp_url: 'smtp://127.0.0.1:9' },
    ...{ run_id, now_ms: world.clock.now().getTime(), step: 'write', die },
  }
  return promisify(execFile)(process.execPath, [PROGRAM, JSON.stringify(order)])
}

test.each(['csv', 'xlsx'] as const)(
  'an export of the list whose worker is killed in the middle is made by the next, whole and once: %s',
  { timeout: 180_000 },
  async (format) => {
    const { body } = await exportList(world, 'aminah', { invoice_number: 'COPY_' }, format)
    await expect(work(body.id, 'in the middle')).rejects.toMatchObject({ signal: 'SIGKILL' })
    const [cut] = await requested(world, 'aminah')
    expect(cut).toMatchObject({ id: body.id, state: 'running', generated_file: null })
    expect(await download(world, 'aminah', body.id)).toMatchObject({ status: 409 })
    // The one that lived on, and one that was told of it twice.
    await Promise.all([work(body.id, false), work(body.id, false)])
    expect((await requested(world, 'aminah'))[0]).toMatchObject({
      state: 'done',
      rows: COPIES,
      rows_total: COPIES,
    })
    const list = format === 'csv' ? documents.report : documents.workbook
    const theirs = await world.as('aminah').call(list, { query: { invoice_number: 'COPY_' } })
    expect((await download(world, 'aminah', body.id)).bytes.equals(theirs.bytes)).toBe(true)
    const jobs = await sql<{ data: Parameters<typeof removeFiles>[1] }>`SELECT data FROM pgboss.job
      WHERE name = 'reports.remove-files' AND data ->> 'run_id' = ${body.id}`.execute(world.db)
    for (const { data } of jobs.rows) await removeFiles(world, data)
    expect(await readdir(join(world.files_dir, 'reports', body.id))).toHaveLength(1)
  },
)
