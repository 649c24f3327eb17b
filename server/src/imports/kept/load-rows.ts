import { sql } from 'kysely'
import type { Row } from '#domain/imports/gather.ts'
import type { Tx } from '../../platform/db/database.ts'
import { numberOf } from './number-of.ts'
import { Superseded } from './superseded.ts'
import { type ImportRecord, on } from './tables.ts'

type Numbered = Row & ReturnType<typeof numberOf>

/** How much of a file a row is. */
export const charsOf = ({ cells }: Row): number => cells.reduce((chars, cell) => chars + cell.length, 0)

/**
 * Adds the next rows of the file to an import that is `loading`, and moves it on behind them. Throws Superseded where
 * it has gone on, or has been ended, since `one` was read. Answers the import as it is then.
 */
export const loadRows = async (
  tx: Tx,
  one: ImportRecord,
  { rows, now }: { rows: readonly Row[]; now: Date },
): Promise<ImportRecord> => {
  const numbered = rows.map((row): Numbered => ({ ...row, ...numberOf(one, row.cells) }))
  const made = await addDocuments(tx, one.id, numbered)
  const documents = new Map(made.map(({ document, invoice_number }) => [invoice_number, document]))
  const documentOf = ({ number, row }: Numbered) => (number === '' ? row : (documents.get(number) ?? row))
  await addRows(
    tx,
    one.id,
    numbered.map((row) => ({ row: row.row, cells: row.cells, document: documentOf(row) })),
  )
  await markLoose(tx, one, { numbered, documentOf })
  const fresh = made.filter((document) => document.fresh).length
  const last = numbered.findLast(({ loose }) => !loose)
  const moved = await on(tx)
    .updateTable('imports')
    .set((eb) => ({
      rows: eb('rows', '+', rows.length),
      documents: eb('documents', '+', fresh),
      pending: eb('pending', '+', fresh),
      done_to: rows.at(-1)?.row ?? one.done_to,
      above: last ? documentOf(last) : one.above,
      modified_at: now,
    }))
    .where('id', '=', one.id)
    .where('state', '=', 'loading')
    .where('done_to', '=', one.done_to)
    .returningAll()
    .executeTakeFirst()
  if (!moved) throw new Superseded()
  return moved
}

type Made = { document: number; invoice_number: string; fresh: boolean }

/** A document for each number, which earlier rows may have made; and one for each row without. */
const addDocuments = async (tx: Tx, import_id: string, rows: readonly Numbered[]): Promise<Made[]> => {
  const loose = rows.filter(({ number }) => number === '')
  const numbered = Map.groupBy(
    rows.filter(({ number }) => number !== ''),
    ({ number }) => number,
  )
  const found = [
    ...[...numbered].map(([number, own]) => ({
      ...{ number, document: own[0]?.row, rows: own.length },
      chars: own.reduce((chars, row) => chars + charsOf(row), 0),
    })),
    ...loose.map((row) => ({ number: '', document: row.row, rows: 1, chars: charsOf(row) })),
  ]
  const made = await sql<Made>`
    INSERT INTO import_documents AS d (import_id, document, invoice_number, rows, chars, state)
    SELECT ${import_id}, f.document, f.number, f.rows, f.chars, 'pending'
    FROM json_to_recordset(${JSON.stringify(found)}::json)
      AS f(document integer, number text, rows integer, chars integer)
    ON CONFLICT (import_id, invoice_number) WHERE invoice_number <> ''
      DO UPDATE SET rows = d.rows + excluded.rows, chars = d.chars + excluded.chars
    RETURNING document, invoice_number, xmax = 0 AS fresh`.execute(tx)
  return made.rows
}

const addRows = (tx: Tx, import_id: string, rows: readonly object[]) =>
  sql`INSERT INTO import_rows (import_id, row, document, cells)
    SELECT ${import_id}, r.row, r.document, r.cells
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(row integer, document integer, cells json)`.execute(
    tx,
  )

type Stretch = { numbered: readonly Numbered[]; documentOf: (row: Numbered) => number }

/** A row without a number may be a line of the document above it, which therefore is not taken either. */
const markLoose = async (tx: Tx, { id, above }: ImportRecord, { numbered, documentOf }: Stretch) => {
  const marks: { document: number; loose_row: number }[] = []
  let document = above
  for (const row of numbered) {
    if (!row.loose) document = documentOf(row)
    else if (document !== null) marks.push({ document, loose_row: row.row })
  }
  if (marks.length === 0) return
  await sql`UPDATE import_documents AS d SET loose_row = COALESCE(d.loose_row, m.loose_row)
    FROM (SELECT document, min(loose_row) AS loose_row
      FROM json_to_recordset(${JSON.stringify(marks)}::json) AS r(document integer, loose_row integer)
      GROUP BY document) AS m
    WHERE d.import_id = ${id} AND d.document = m.document`.execute(tx)
}
