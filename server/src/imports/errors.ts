import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Download } from '../platform/http/route.ts'
import { csvReply } from '../platform/lists/csv-reply.ts'
import { findImport } from './kept/find.ts'
import type { ImportRecord } from './kept/tables.ts'
import { delimiterAs, errorColumns, errorJson } from './reading/error-file.ts'
import { unreadRows } from './reading/rows-of.ts'

type By = { db: Db; files: Files; caller: Caller }
type Line = { row: number; document: number; cells: readonly string[]; dropped: boolean; faults: string[] }

/**
 * The rows of bad documents as they are now, and of those that were left out, or the documents of a JSON file, with
 * what is wrong with them, however many there are. Of an import that failed all that it has not stored.
 */
export const errorsOf = async ({ db, files, caller }: By, id: string): Promise<Download> => {
  const one = await findImport(db, caller, id)
  const kept = keptLines(db, one)
  if (one.state !== 'failed') return fileOf(one, kept)
  const file = await files.get(one.file_key)
  const unread = unreadRows(one, file?.content)
  const next = async (after: Line | undefined, limit: number) => {
    const lines = await kept(after, limit)
    while (lines.length < limit) {
      const { value, done } = await unread.next().catch(() => NO_MORE)
      if (done) break
      lines.push({ ...value, document: BEHIND_ALL, dropped: false, faults: [] })
    }
    return lines
  }
  const reply = fileOf(one, next)
  // Whoever takes it may leave half way.
  if (reply.content instanceof Readable) reply.content.once('close', () => file?.content.destroy())
  return reply
}

/** What no run could read, this cannot either: the rest is told all the same. */
const NO_MORE = { value: undefined, done: true } as const

/** Of what was not read nobody knows of which document it is. */
const BEHIND_ALL = 2_147_483_647
const REFUSED = ['bad', 'dropped']

const keptLines =
  (db: Db, { id, state }: ImportRecord) =>
  async (after: Line | undefined, limit: number): Promise<Line[]> => {
    const left = state === 'failed' ? [...REFUSED, 'pending', 'good'] : REFUSED
    const found = await sql<Line>`
      SELECT r.row, r.document, r.cells, d.state = 'dropped' AS dropped, ARRAY(
        SELECT f.field || ': ' || f.message FROM import_faults f
        WHERE f.import_id = r.import_id AND f.document = r.document AND f.row = r.row) AS faults
      FROM import_documents d JOIN import_rows r ON r.import_id = d.import_id AND r.document = d.document
      WHERE d.import_id = ${id} AND d.state = ANY(${left}::text[]) AND d.document >= ${after?.document ?? -1}
        AND (r.document, r.row) > (${after?.document ?? -1}, ${after?.row ?? -1})
      ORDER BY r.document, r.row LIMIT ${limit}`.execute(db)
    return found.rows
  }

const fileOf = (
  { format, headings, file_name, semicolons }: ImportRecord,
  next: ReturnType<typeof keptLines>,
) => {
  const name = `errors_${file_name.replace(/\.(?:csv|json)$/i, '')}`
  if (format === 'json') return errorJson(`${name}.json`, next)
  return csvReply({
    filename: `${name}.csv`,
    columns: errorColumns<Line>(headings, ({ dropped, faults }) => (dropped ? LEFT_OUT : faults.join(' '))),
    next,
    delimiter: delimiterAs({ semicolons }),
  })
}

const LEFT_OUT = 'This document was left out.'
