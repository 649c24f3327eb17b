import { sql } from 'kysely'
import type { Row } from '#domain/imports/gather.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { importMoved } from './facts.ts'
import { keepingKinds } from './kinds.ts'
import type { numberOf } from './number-of.ts'
import { Superseded } from './superseded.ts'
import { type Counts, type ImportRecord, on } from './tables.ts'
import { rowsWarned } from './warnings.ts'
import { adding, type Before, rowsBad, type Verdict, writeFaults } from './write-verdicts.ts'

/** A row of a file, how much of it that is, and the number that it bears. */
export type NumberedRow = Row & ReturnType<typeof numberOf> & { chars: number }

/**
 * What came of adding rows: the import as it is then, the documents that are new with them, and those of earlier rows
 * that are not any more what they were judged to be.
 */
export type Loaded = { one: ImportRecord; fresh: ReadonlySet<number>; outdated: Before[] }

/** How much of a file a row is. */
export const charsOf = ({ cells }: Row): number => cells.reduce((chars, cell) => chars + cell.length, 0)

/**
 * `verdicts`: what the documents are that were judged with these rows. `done`: documents that come to their end with
 * this batch; their rows are not kept.
 */
type Next = {
  rows: readonly NumberedRow[]
  verdicts: readonly Verdict[]
  done: ReadonlySet<number>
  now: Date
}

/**
 * Adds the next rows of the file to an import that is `loading`, with what their new documents are, and moves it on
 * behind them. Throws Superseded where it has gone on, or has been ended, since `one` was read.
 */
export const loadRows = async (tx: Tx, one: ImportRecord, next: Next): Promise<Loaded> => {
  const { rows, done, now } = next
  const verdicts = new Map(next.verdicts.map((verdict) => [verdict.document, verdict]))
  const made = await addDocuments(tx, one.id, { rows, verdicts })
  const documents = new Map(made.map(({ document, invoice_number }) => [invoice_number, document]))
  const documentOf = ({ number, row }: NumberedRow) => (number === '' ? row : (documents.get(number) ?? row))
  const fresh = new Set(made.filter((each) => each.fresh).map(({ document }) => document))
  const isOver = (document: number) => fresh.has(document) && done.has(document)
  const kept = rows.filter((row) => !isOver(documentOf(row)))
  await addRows(
    tx,
    one.id,
    kept.map((row) => ({ ...row, document: documentOf(row) })),
  )
  const marked = await markLoose(tx, one, { rows, documentOf })
  const last = rows.findLast(({ loose }) => !loose)
  const moved = await on(tx)
    .updateTable('imports')
    .set((eb) => ({
      ...adding(eb, { rows: rows.length, documents: fresh.size, ...countsOf(made) }),
      ...keepingKinds(one, next.verdicts),
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
  await tell(tx, importMoved, { maker_id: one.maker_id })
  await writeFaults(tx, moved, { verdicts: next.verdicts.filter(({ document }) => fresh.has(document)) })
  const earlier = [...made, ...marked].filter(
    ({ document, state }) => !fresh.has(document) && state !== 'pending',
  )
  return {
    one: moved,
    fresh,
    outdated: [...new Map(earlier.map((each) => [each.document, each])).values()],
  }
}

/** What new documents add to the counts of their import. */
const countsOf = (made: readonly Made[]): Partial<Counts> => {
  const counts: Partial<Counts> = {}
  for (const { state, rows_bad, warnings } of made.filter(({ fresh }) => fresh)) {
    counts[state] = (counts[state] ?? 0) + 1
    counts.rows_bad = (counts.rows_bad ?? 0) + rows_bad
    counts.warned = (counts.warned ?? 0) + Number(warnings !== null)
  }
  return counts
}

type Made = Before & { invoice_number: string; fresh: boolean }

type Judged = { rows: readonly NumberedRow[]; verdicts: ReadonlyMap<number, Verdict> }

/**
 * A document for each number, which earlier rows may have made and which then stays what it is; and one for each row
 * without.
 */
const addDocuments = async (tx: Tx, import_id: string, { rows, verdicts }: Judged): Promise<Made[]> => {
  const loose = rows.filter(({ number }) => number === '')
  const numbered = Map.groupBy(
    rows.filter(({ number }) => number !== ''),
    ({ number }) => number,
  )
  const found = [...numbered.values(), ...loose.map((row) => [row])].map((own) => {
    const { row: document = 0, number = '' } = own[0] ?? {}
    const chars = own.reduce((sum, row) => sum + row.chars, 0)
    return { document, number, rows: own.length, chars, ...stateOf(verdicts.get(document)) }
  })
  const made = await sql<Made>`
    INSERT INTO import_documents AS d
      (import_id, document, invoice_number, rows, chars, state, rows_bad, warnings, document_id)
    SELECT ${import_id}, f.document, f.number, f.rows, f.chars, f.state, f.rows_bad, f.warnings, f.document_id
    FROM json_to_recordset(${JSON.stringify(found)}::json) AS f(document integer, number text, rows integer,
      chars integer, state text, rows_bad integer, warnings jsonb, document_id uuid)
    ON CONFLICT (import_id, invoice_number) WHERE invoice_number <> ''
      DO UPDATE SET rows = d.rows + excluded.rows, chars = d.chars + excluded.chars
    RETURNING document, invoice_number, state, rows_bad, warnings, xmax = 0 AS fresh`.execute(tx)
  return made.rows
}

const stateOf = (verdict: Verdict | undefined) =>
  verdict
    ? {
        ...{ state: verdict.state, rows_bad: rowsBad(verdict), document_id: verdict.document_id },
        warnings: rowsWarned(verdict.warnings),
      }
    : { state: 'pending', rows_bad: 0 }

type Placed = Row & { document: number }

/** Their cells as lines of JSON, which are cut in half the time that one list of JSON takes. */
const addRows = async (tx: Tx, import_id: string, rows: readonly Placed[]) => {
  if (rows.length === 0) return
  const numbers = rows.map(({ row }) => row)
  const documents = rows.map(({ document }) => document)
  const lines = rows.map(({ cells }) => JSON.stringify(cells)).join('\n')
  await sql`INSERT INTO import_rows (import_id, row, document, cells)
    SELECT ${import_id}, r.row, r.document, r.cells::json
    FROM ROWS FROM (unnest(${numbers}::integer[]), unnest(${documents}::integer[]), string_to_table(${lines}, E'\\n'))
      AS r(row, document, cells)`.execute(tx)
}

type Stretch = { rows: readonly NumberedRow[]; documentOf: (row: NumberedRow) => number }

/**
 * A row without a number may be a line of the document above it, which therefore is not taken either. Answers the
 * documents that were marked.
 */
const markLoose = async (tx: Tx, { id, above }: ImportRecord, { rows, documentOf }: Stretch) => {
  if (!rows.some(({ loose }) => loose)) return []
  const marks: { document: number; loose_row: number }[] = []
  let document = above
  for (const row of rows) {
    if (!row.loose) document = documentOf(row)
    else if (document !== null) marks.push({ document, loose_row: row.row })
  }
  if (marks.length === 0) return []
  const marked = await sql<Before>`UPDATE import_documents AS d
    SET loose_row = COALESCE(d.loose_row, m.loose_row)
    FROM (SELECT document, min(loose_row) AS loose_row
      FROM json_to_recordset(${JSON.stringify(marks)}::json) AS r(document integer, loose_row integer)
      GROUP BY document) AS m
    WHERE d.import_id = ${id} AND d.document = m.document
    RETURNING d.document, d.state, d.rows_bad, d.warnings`.execute(tx)
  return marked.rows
}
