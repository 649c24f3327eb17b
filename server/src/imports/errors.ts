import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { csvReply } from '../platform/lists/csv-reply.ts'
import { findImport } from './kept/find.ts'
import { errorColumns, errorJson } from './reading/error-file.ts'

type Line = { row: number; document: number; cells: string[]; dropped: boolean; faults: string[] }

/**
 * The rows of bad documents as they are now, and of those that were left out, or the documents of a JSON file, with
 * what is wrong with them, however many there are.
 */
export const errorsOf = async ({ db, caller }: { db: Db; caller: Caller }, id: string): Promise<Download> => {
  const { format, headings, file_name } = await findImport(db, caller, id)
  const next = async (after: Line | undefined, limit: number): Promise<Line[]> => {
    const found = await sql<Line>`
      SELECT r.row, r.document, r.cells, d.state = 'dropped' AS dropped, ARRAY(
        SELECT f.field || ': ' || f.message FROM import_faults f
        WHERE f.import_id = r.import_id AND f.document = r.document AND f.row = r.row) AS faults
      FROM import_documents d JOIN import_rows r ON r.import_id = d.import_id AND r.document = d.document
      WHERE d.import_id = ${id} AND d.state IN ('bad', 'dropped') AND d.document >= ${after?.document ?? -1}
        AND (r.document, r.row) > (${after?.document ?? -1}, ${after?.row ?? -1})
      ORDER BY r.document, r.row LIMIT ${limit}`.execute(db)
    return found.rows
  }
  const name = `errors_${file_name.replace(/\.(?:csv|json)$/i, '')}`
  if (format === 'json') return errorJson(`${name}.json`, next)
  return csvReply({
    filename: `${name}.csv`,
    columns: errorColumns<Line>(headings, ({ dropped, faults }) => (dropped ? LEFT_OUT : faults.join(' '))),
    next,
  })
}

const LEFT_OUT = 'This document was left out.'
