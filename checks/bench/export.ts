import { sql } from 'kysely'
import { ListFilters } from '#contract/document-rows.ts'
import type { Caller } from '#domain/access/caller.ts'
import { reportDocuments, workbookOfDocuments } from '../../server/src/documents/reading/report.ts'
import { systemClock } from '../../server/src/platform/clock/clock.ts'
import type { Download } from '../../server/src/platform/http/route.ts'
import type { PipelineStage } from './pipeline-stage.ts'
import type { Row } from './report.ts'
import { time } from './sending.ts'

const SEEDS = 100
const COPIES_AT_ONCE = 50
const NUMBER = 'EXPORT-'

/**
 * All documents of a department as the list's reports, against PostgreSQL writing the same columns as CSV itself. Each
 * row says how long the first byte took and what memory the report needed beyond what there was.
 */
export const benchExport = async (stage: PipelineStage, documents: number): Promise<Row[]> => {
  await fill(stage, documents)
  const by = { db: stage.db, caller: await anyone(stage), now: systemClock.now() }
  const filters = ListFilters.parse({ invoice_number: NUMBER })
  const copy_ms: number[] = []
  const made = { csv: [] as Taken[], xlsx: [] as Taken[] }
  for (let round = 0; round < ROUNDS; round++) {
    // In turn, so that whatever else the machine does hits all.
    copy_ms.push(await time(() => stage.pool.query(COPY)))
    made.csv.push(await take(await reportDocuments(by, filters)))
    made.xlsx.push(await take(await workbookOfDocuments(by, filters)))
  }
  const least_ms = Math.min(...copy_ms)
  const row = (name: string, taken: readonly Taken[], limits: Pick<Row, 'goal' | 'floor'>): Row => {
    const best_ms = Math.min(...taken.map(({ ms }) => ms))
    const first_ms = Math.max(...taken.map((one) => one.first_ms))
    // The first rounds also take what the engine keeps for good.
    const memory_mb = (taken.at(-1)?.memory_bytes ?? 0) / 1e6
    const rate = Math.round((documents / best_ms) * 1000).toLocaleString('en')
    const figure = `${rate} rows/s, first byte after ${first_ms.toFixed(0)} ms, +${memory_mb.toFixed(0)} MB`
    return { name, figure, ratio: least_ms / best_ms, ...limits }
  }
  return [
    row('CSV Report of the list to COPY … TO STDOUT', made.csv, { goal: 0.3, floor: 0.15 }),
    row('the same as a workbook', made.xlsx, { floor: 0.02 }),
  ]
}

const ROUNDS = 3

const COPY = `COPY (SELECT sender_store_code, supplier_name, buyer_name, buyer_id_no, invoice_type, invoice_number,
  invoice_date, contract_number, agent_number, submitted_at, invoice_currency, total_payable_amount, status,
  status_message, source FROM documents WHERE invoice_number LIKE '${NUMBER}%'
  ORDER BY created_at DESC, id) TO STDOUT (FORMAT csv)`

/** So many documents at rest, copies of a few. */
const fill = async ({ db, approve }: PipelineStage, documents: number) => {
  await approve(SEEDS)
  await sql`UPDATE documents SET status = 'Validated', invoice_number = ${NUMBER} || invoice_number
    WHERE status IN ('Approved', 'OnHold')`.execute(db)
  const { rows } = await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ',') AS names
    FROM information_schema.columns
    WHERE table_name = 'documents' AND column_name NOT IN ('id', 'invoice_number', 'created_at')`.execute(db)
  const columns = sql.raw(rows[0]?.names ?? '')
  const copies = documents / SEEDS
  // A statement has ten seconds.
  for (let from = 2; from <= copies; from += COPIES_AT_ONCE) {
    await sql`INSERT INTO documents (id, invoice_number, created_at, ${columns})
      SELECT gen_random_uuid(), invoice_number || '-' || nr, created_at - nr * interval '1 minute', ${columns}
      FROM documents, generate_series(${from}::integer, ${Math.min(from + COPIES_AT_ONCE - 1, copies)}::integer) nr
      WHERE invoice_number ~ '^EXPORT-[^-]*-[^-]*$'`.execute(db)
  }
  await sql`ANALYZE documents`.execute(db)
}

const anyone = async ({ db, sender_entity_id }: PipelineStage): Promise<Caller> => {
  const { rows } = await sql<{ store_code_id: string; code: string }>`
    SELECT DISTINCT store_code_id, sender_store_code AS code FROM documents`.execute(db)
  const stores = rows.map((store) => ({ ...store, sender_entity_id }))
  const who = { user_id: '', email: '', display_name: '', access_type: 'staff' as const }
  return { kind: 'user', ...who, flags: new Set(['can_export_csv']), stores }
}

type Taken = { ms: number; first_ms: number; memory_bytes: number }

const take = async ({ content }: Download): Promise<Taken> => {
  const taken = { first_ms: 0, memory_bytes: 0 }
  const start = performance.now()
  const before = process.memoryUsage.rss()
  for await (const _ of content) {
    taken.first_ms ||= performance.now() - start
    taken.memory_bytes = Math.max(taken.memory_bytes, process.memoryUsage.rss() - before)
  }
  return { ...taken, ms: performance.now() - start }
}
