import { sql } from 'kysely'
import type { ImportDocumentState } from '#contract/imports/shapes.ts'
import { LINES_MAX } from '#domain/checks/lines.ts'
import type { Row } from '#domain/imports/gather.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DocumentRecord, on } from './tables.ts'

/** A document of an import with its rows in the order of the file; of endless ones one row more than is allowed. */
export type KeptDocument = Pick<
  DocumentRecord,
  'document' | 'invoice_number' | 'loose_row' | 'state' | 'rows_bad' | 'warnings'
> & { lines: Row[] }

/** So many documents, or rows, are written in one transaction: some tenths of a second. */
export const DOCUMENTS_PER_BATCH_MAX = 200
export const ROWS_PER_BATCH_MAX = 2_000
export const CHARS_PER_BATCH_MAX = 4_000_000

type Wanted = {
  import_id: string
  after: number
  states: readonly ImportDocumentState[]
  /** Only of these. */
  among?: readonly number[]
}

/**
 * `readBatch` for whoever goes through an import that works, whose documents nobody else changes: the next ones are
 * read while some are judged. To be thrown away with the run.
 */
export const openBatches = (db: Db) => {
  let ahead: { key: string; batch: Promise<KeptDocument[]> } | undefined
  return async (wanted: Wanted): Promise<KeptDocument[]> => {
    const found = ahead?.key === keyOf(wanted) ? ahead.batch : readBatch(db, wanted)
    ahead = undefined
    const batch = await found
    const last = batch.at(-1)
    if (last) {
      const next = { ...wanted, after: last.document }
      ahead = { key: keyOf(next), batch: readBatch(db, next) }
      // Whoever asks for them hears of it.
      ahead.batch.catch(() => {})
    }
    return batch
  }
}

const keyOf = (wanted: Wanted) => JSON.stringify(wanted)

/** The next documents of these states after one, with their rows; empty at the end. */
export const readBatch = async (
  db: Db,
  { import_id, after, states, among }: Wanted,
): Promise<KeptDocument[]> => {
  const found = await on(db)
    .selectFrom('import_documents')
    .where('import_id', '=', import_id)
    .where('document', '>', after)
    .where('state', 'in', states)
    .$if(among !== undefined, (few) =>
      few.where(sql<boolean>`document = ANY(${[...(among ?? [])]}::integer[])`),
    )
    .selectAll()
    .orderBy('document')
    .limit(DOCUMENTS_PER_BATCH_MAX)
    .execute()
  let [rows, chars] = [0, 0]
  const few = found.filter((one, at) => {
    rows += Math.min(one.rows, LINES_MAX + 1)
    chars += one.chars
    return at === 0 || (rows <= ROWS_PER_BATCH_MAX && chars <= CHARS_PER_BATCH_MAX)
  })
  return withLines(db, import_id, few)
}

const withLines = async (db: Db, import_id: string, documents: readonly DocumentRecord[]) => {
  const wanted = documents.map(({ document }) => document)
  const { rows } = await sql<Row & { document: number }>`
    SELECT line.document, line.row, line.cells FROM unnest(${wanted}::integer[]) AS wanted(document)
    CROSS JOIN LATERAL (
      SELECT r.document, r.row, r.cells FROM import_rows r
      WHERE r.import_id = ${import_id} AND r.document = wanted.document ORDER BY r.row LIMIT ${LINES_MAX + 1}
    ) AS line`.execute(db)
  const lines = Map.groupBy(rows, ({ document }) => document)
  return documents.map((one): KeptDocument => ({ ...one, lines: lines.get(one.document) ?? [] }))
}
