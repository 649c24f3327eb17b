import { sql } from 'kysely'
import { own } from '#codes/own.ts'
import type { ImportDocumentState, ImportRow } from '#contract/imports/shapes.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type FaultRecord, type ImportRecord, on, type RowsWarned } from './tables.ts'
import { columnAt } from './tell.ts'

/** Where a row stands among the rows of an import, those of a document together. */
export type RowPlace = { document: number; row: number }

export type WantedRows = {
  /** `good`: of documents to be stored; `warned`: what somebody should look at; with a problem: of that kind. */
  show: 'all' | 'good' | 'bad' | 'warned'
  problem?: string | undefined
  /** Rows behind this one; absent: from the first. */
  after?: RowPlace | undefined
  limit: number
}

/** The places of the next rows of an import that are wanted, in their order. */
export const placesOf = async (
  handle: Db | Tx,
  import_id: string,
  { limit, ...wanted }: WantedRows,
): Promise<RowPlace[]> => {
  const found = await sql<RowPlace>`${placesWanted(import_id, wanted)} ORDER BY 1, 2 LIMIT ${limit}`.execute(
    handle,
  )
  return found.rows
}

const placesWanted = (
  import_id: string,
  { show, problem, after = { document: -1, row: -1 } }: Omit<WantedRows, 'limit'>,
) => {
  const behind = sql`(r.document, r.row) > (${after.document}, ${after.row})`
  // Rows of taken documents are not always kept. Documents of other kinds are passed over before theirs are unfolded.
  if (show === 'warned') {
    const of_kind = sql`d.warnings ? ${problem} AND kind.problem = ${problem}`
    return sql`SELECT DISTINCT r.document, r.row FROM import_documents d
      CROSS JOIN LATERAL jsonb_each(d.warnings) AS kind(problem, rows)
      CROSS JOIN LATERAL jsonb_array_elements_text(kind.rows) AS place(row)
      JOIN import_rows r ON r.import_id = d.import_id AND r.document = d.document AND r.row = place.row::integer
      WHERE d.import_id = ${import_id} AND d.document >= ${after.document} AND ${behind}
        AND ${problem === undefined ? sql`d.warnings IS NOT NULL` : of_kind}`
  }
  if (show === 'bad' || problem !== undefined)
    return sql`SELECT DISTINCT r.document, r.row FROM import_faults r
      WHERE r.import_id = ${import_id} AND ${behind}
        AND ${problem === undefined ? sql`TRUE` : sql`r.problem = ${problem}`}`
  const rows = sql`SELECT r.document, r.row FROM import_rows r WHERE r.import_id = ${import_id} AND ${behind}`
  const of_good = sql`AND EXISTS (SELECT FROM import_documents d
    WHERE d.import_id = r.import_id AND d.document = r.document AND d.state = 'good')`
  return show === 'good' ? sql`${rows} ${of_good}` : rows
}

type Found = {
  row: number
  document: number
  cells: string[]
  original: string[] | null
  invoice_number: string
  state: ImportDocumentState
  warnings: RowsWarned | null
}

/** Rows of an import as they are told, in the order of these places. */
export const tellRows = async (
  handle: Db | Tx,
  one: ImportRecord,
  places: readonly RowPlace[],
): Promise<ImportRow[]> => {
  const numbers = places.map(({ row }) => row)
  const documents = [...new Set(places.map(({ document }) => document))]
  const { rows } = await sql<Found>`
    SELECT r.row, r.document, r.cells, r.original, d.invoice_number, d.state, d.warnings
    FROM import_rows r JOIN import_documents d ON d.import_id = r.import_id AND d.document = r.document
    WHERE r.import_id = ${one.id} AND r.row = ANY(${numbers}::integer[])
    ORDER BY r.document, r.row`.execute(handle)
  const faults = await on(handle)
    .selectFrom('import_faults')
    .where('import_id', '=', one.id)
    .where(sql<boolean>`document = ANY(${documents}::integer[])`)
    .where(sql<boolean>`row = ANY(${numbers}::integer[])`)
    .selectAll()
    .execute()
  const by_row = Map.groupBy(faults, ({ row }) => row)
  return rows.map(({ state, original, warnings, ...row }) => ({
    ...row,
    // Behind the headings of a JSON file stands the whole document.
    cells: row.cells.slice(0, one.headings.length),
    document_state: state,
    edited: original ? row.cells.flatMap((cell, at) => (cell === original[at] ? [] : [at])) : [],
    faults: (by_row.get(row.row) ?? []).map((fault) => tellFault(one, fault)),
    warnings: Object.entries(warnings ?? {}).flatMap(([problem, of_kind]) => {
      const kind = of_kind.includes(row.row) && own(one.warning_kinds, problem)
      return kind ? [tellFault(one, { ...kind, problem })] : []
    }),
  }))
}

const tellFault = (
  one: ImportRecord,
  { field, message, problem }: Pick<FaultRecord, 'field' | 'message' | 'problem'>,
) => ({ ...{ field, message, problem, column: columnAt(one, field) } })

/** Of a document with more rows the first ones say enough. */
const ROWS_TOLD_MAX = 1_000

/** The places of all rows of these documents. */
export const placesOfDocuments = async (
  handle: Db | Tx,
  import_id: string,
  documents: readonly number[],
): Promise<RowPlace[]> => {
  const { rows } = await sql<RowPlace>`SELECT document, row FROM import_rows
    WHERE import_id = ${import_id} AND document = ANY(${[...documents]}::integer[])
    ORDER BY document, row LIMIT ${ROWS_TOLD_MAX}`.execute(handle)
  return rows
}
