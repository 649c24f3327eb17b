import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { HeldImport } from '../kept/find.ts'
import { NUMBER_CHARS_MAX } from '../kept/number-of.ts'
import { on } from '../kept/tables.ts'
import { columnAt } from '../kept/tell.ts'

/**
 * Marks anew below which documents a row without a number stands that is not left out, the first of these, after rows
 * have moved or were left out. Answers the documents of which that is another one now. All rows are gone through, since
 * one that gets a number takes those below it from the document above.
 */
export const markLooseAnew = async (tx: Tx, one: HeldImport): Promise<number[]> => {
  if (!(await hasLoose(tx, one.id))) return []
  // A longer number is none either, but its row is not without.
  const blank = sql`length(r.cells->>${columnAt(one, 'invoice_number')}::integer) <= ${NUMBER_CHARS_MAX}`
  const { rows } = await sql<{ document: number }>`
    WITH told AS (
      SELECT r.row, r.document, d.state, d.invoice_number = '' AND ${blank} AS loose
      FROM import_rows r JOIN import_documents d ON d.import_id = r.import_id AND d.document = r.document
      WHERE r.import_id = ${one.id}
    ), below AS (
      SELECT row, loose AND state <> 'dropped' AS counts, max(row) FILTER (WHERE NOT loose) OVER (ORDER BY row) AS above
      FROM told
    ), marks AS (
      SELECT told.document, min(below.row) AS loose_row FROM below JOIN told ON told.row = below.above
      WHERE below.counts GROUP BY told.document
    )
    UPDATE import_documents d SET loose_row = marks.loose_row
    FROM import_documents was LEFT JOIN marks ON marks.document = was.document
    WHERE was.import_id = ${one.id} AND was.loose_row IS DISTINCT FROM marks.loose_row
      AND d.import_id = was.import_id AND d.document = was.document
    RETURNING d.document`.execute(tx)
  return rows.map(({ document }) => document)
}

/** Most files have no such row, and then there is nothing to go through. */
const hasLoose = async (tx: Tx, import_id: string): Promise<boolean> => {
  const found = await on(tx)
    .selectFrom('import_documents')
    .where('import_id', '=', import_id)
    .where((eb) => eb.or([eb('invoice_number', '=', ''), eb('loose_row', 'is not', null)]))
    .select('document')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
