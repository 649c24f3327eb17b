import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { HeldImport } from '../kept/find.ts'
import { STORED_STATES, storedAlready } from '../kept/mendable.ts'
import { on } from '../kept/tables.ts'
import { markLooseAnew } from './mark-loose.ts'

/** A row that bears another number now, and the document to which it belonged. */
export type MovedRow = { row: number; document: number; number: string }

/**
 * Puts rows into the documents of their numbers, which are made where there are none; documents without rows are gone.
 * Answers every document that is another one now. Those above a row without a number are among them.
 */
export const moveRows = async (tx: Tx, one: HeldImport, moved: readonly MovedRow[]): Promise<number[]> => {
  if (moved.length === 0) return []
  const touched = new Set(moved.map(({ document }) => document))
  for (const { row, number } of moved) {
    const document = await documentFor(tx, one.id, { row, number })
    await on(tx)
      .updateTable('import_rows')
      .set({ document })
      .where('import_id', '=', one.id)
      .where('row', '=', row)
      .execute()
    touched.add(document)
  }
  const documents = [...touched]
  await sql`UPDATE import_documents d SET rows = (
      SELECT count(*) FROM import_rows r WHERE r.import_id = d.import_id AND r.document = d.document)
    WHERE d.import_id = ${one.id} AND d.document = ANY(${documents}::integer[])`.execute(tx)
  await sql`DELETE FROM import_faults f USING import_documents d WHERE d.import_id = ${one.id} AND d.rows = 0
    AND d.document = ANY(${documents}::integer[]) AND f.import_id = d.import_id AND f.document = d.document`.execute(
    tx,
  )
  await sql`DELETE FROM import_documents WHERE import_id = ${one.id} AND rows = 0
    AND document = ANY(${documents}::integer[])`.execute(tx)
  await recount(tx, one.id)
  return [...documents, ...(await markLooseAnew(tx, one))]
}

/**
 * The document of a number; a row without one is a document by itself. Throws conflict `stored_already` where that
 * document is stored.
 */
const documentFor = async (tx: Tx, import_id: string, { row, number }: Omit<MovedRow, 'document'>) => {
  const found = await on(tx)
    .selectFrom('import_documents')
    .where('import_id', '=', import_id)
    .where('invoice_number', '=', number)
    .where('invoice_number', '<>', '')
    .select(['document', 'state'])
    .executeTakeFirst()
  // Nothing judges it again: the row would be in no document, and in no file of errors.
  if (STORED_STATES.some((state) => state === found?.state)) throw storedAlready(number)
  if (found) return found.document
  // Its row's number, as all others have theirs, unless the document that it came from still bears that.
  const { rows } = await sql<{ document: number }>`
    INSERT INTO import_documents (import_id, document, invoice_number, rows, state)
    SELECT ${import_id}, CASE WHEN EXISTS (
        SELECT FROM import_documents WHERE import_id = ${import_id} AND document = ${row})
      THEN (SELECT max(d.document) + 1 FROM import_documents d WHERE d.import_id = ${import_id})
      ELSE ${row}::integer END, ${number}, 0, 'pending'
    RETURNING document`.execute(tx)
  return rows[0]?.document ?? row
}

/** Counts all anew; for the rare changes that make documents, or leave none of them. */
const recount = (tx: Tx, import_id: string) =>
  sql`UPDATE imports AS i SET documents = c.documents, pending = c.pending, good = c.good, bad = c.bad,
      dropped = c.dropped, rows_bad = c.rows_bad, warned = c.warned
    FROM (SELECT count(*) AS documents, count(*) FILTER (WHERE state = 'pending') AS pending,
        count(*) FILTER (WHERE state = 'good') AS good, count(*) FILTER (WHERE state = 'bad') AS bad,
        count(*) FILTER (WHERE state = 'dropped') AS dropped, COALESCE(sum(rows_bad), 0) AS rows_bad,
        count(*) FILTER (WHERE warnings IS NOT NULL) AS warned
      FROM import_documents WHERE import_id = ${import_id}) AS c
    WHERE i.id = ${import_id}`.execute(tx)
