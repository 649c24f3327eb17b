import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { ImportColumn, ImportDocumentState, ImportState } from '#contract/imports/shapes.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Counted in the import's own row, so that they are read in one step, however large the file. */
export const COUNTS = [
  ...(['rows', 'rows_bad', 'documents', 'pending', 'good', 'bad', 'dropped', 'stored', 'already'] as const),
  'warned',
] as const
export type Counts = Record<(typeof COUNTS)[number], number>

/** What a kind of warning says. */
export type WarningKind = { field: string; message: string }
/** What is taken otherwise than the file says: the heading of its column, and why. */
export type ChangeKind = { field: string; why: string }
/** The rows of a document which each kind of warning concerns, by its problem. */
export type RowsWarned = Record<string, number[]>

type Counted = { [Name in keyof Counts]: Generated<number> }

export type ImportTable = Counted & {
  id: Generated<string>
  maker_id: string
  maker_kind: 'user' | 'api_key'
  sender_entity_id: string | null
  file_name: string
  file_key: string
  file_hash: string
  file_bytes: string
  format: 'csv' | 'json'
  check_only: boolean
  unattended: boolean
  state: ImportState
  headings: string[]
  samples: JSONColumnType<string[][]>
  fields: (string | null)[]
  matches: ImportColumn['match'][]
  notes: string[]
  rows_in_file: number
  /** These stand between the cells of its file. */
  semicolons: Generated<boolean>
  /** The rows of each document stand together in the file. */
  in_order: boolean
  done_to: Generated<number>
  above: number | null
  /** By their problems. */
  warning_kinds: JSONColumnType<Record<string, WarningKind>, string | undefined>
  /** By their column and reason. */
  change_kinds: JSONColumnType<Record<string, ChangeKind>, string | undefined>
  fault: Generated<string>
  created_at: Date
  modified_at: Date
  finished_at: Date | null
}
export type ImportRecord = Selectable<ImportTable>

export type DocumentTable = {
  import_id: string
  document: number
  invoice_number: string
  rows: number
  chars: number
  loose_row: number | null
  state: ImportDocumentState
  rows_bad: Generated<number>
  document_id: string | null
  warnings: JSONColumnType<RowsWarned> | null
}
export type DocumentRecord = Selectable<DocumentTable>

type RowTable = {
  import_id: string
  row: number
  document: number
  cells: JSONColumnType<string[]>
  original: JSONColumnType<string[]> | null
}

type FaultTable = {
  import_id: string
  document: number
  row: number
  field: string
  message: string
  problem: string
  value: string
}
export type FaultRecord = Selectable<FaultTable>

type ChangeTable = {
  id: Generated<string>
  import_id: string
  nr: number
  label: string
  cells: JSONColumnType<ChangedCell[]>
  made_at: Date
}
/** Its row, its column counted from 0, and what stood there before. */
export type ChangedCell = [row: number, column: number, before: string]

type ColumnsTable = {
  sender_entity_id: string
  headings_hash: string
  fields: (string | null)[]
  modified_at: Date
}

type ImportTables = {
  imports: ImportTable
  import_documents: DocumentTable
  import_rows: RowTable
  import_faults: FaultTable
  import_changes: ChangeTable
  import_columns: ColumnsTable
}

/** The tables of this room; nobody else reads or writes them. */
export const on = (handle: Db | Tx) => handle.withTables<ImportTables>()
