import { sql } from 'kysely'
import { own } from '#codes/own.ts'
import type { ImportWarning } from '#contract/imports/shapes.ts'
import type { Db } from '../platform/db/database.ts'
import type { ImportRecord } from './kept/tables.ts'

type Group = { problem: string; documents: number; numbers: string[] }

/** The first documents say which they are. */
const NUMBERS_MAX = 5

/** What should be looked at in an import, each warning once, the most frequent first. */
export const readWarnings = async (
  db: Db,
  { id, warned, warning_kinds }: ImportRecord,
): Promise<ImportWarning[]> => {
  if (warned === 0) return []
  const { rows } = await sql<Group>`
    SELECT kind.problem, kind.documents, ARRAY(
      SELECT d.invoice_number FROM import_documents d WHERE d.import_id = ${id} AND d.warnings ? kind.problem
      ORDER BY d.document LIMIT ${NUMBERS_MAX}) AS numbers
    FROM (SELECT of_document.problem, count(*)::integer AS documents
      FROM import_documents d CROSS JOIN LATERAL jsonb_object_keys(d.warnings) AS of_document(problem)
      WHERE d.import_id = ${id} AND d.warnings IS NOT NULL GROUP BY of_document.problem) AS kind
    ORDER BY kind.documents DESC, kind.problem`.execute(db)
  return rows.flatMap(({ problem, documents, numbers }) => {
    const kind = own(warning_kinds, problem)
    return kind ? [{ key: problem, ...kind, documents, numbers }] : []
  })
}
