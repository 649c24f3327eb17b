import { type ExpressionBuilder, sql } from 'kysely'
import type { ImportDocumentState } from '#contract/imports/shapes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { importMoved } from './facts.ts'
import { keepingKinds } from './kinds.ts'
import { Superseded } from './superseded.ts'
import {
  type ChangeKind,
  type Counts,
  type FaultRecord,
  type ImportRecord,
  type ImportTable,
  on,
  type RowsWarned,
} from './tables.ts'
import { rowsWarned, type Warning } from './warnings.ts'

export type Fault = Omit<FaultRecord, 'import_id' | 'document'>

/**
 * What became of a document of an import: its state, what is wrong with its cells, and what is told of one that is
 * taken, where it is taken otherwise than its file says included.
 */
export type Verdict = {
  document: number
  state: ImportDocumentState
  faults: Fault[]
  warnings: Warning[]
  changes: readonly ChangeKind[]
  document_id: string | null
}

/** A document of which nothing is told but its state. */
export const silent = (document: number, state: ImportDocumentState): Verdict => ({
  ...{ document, state, faults: [], warnings: [], changes: [], document_id: null },
})

/** As the document was when it was judged. */
export type Before = {
  document: number
  state: ImportDocumentState
  rows_bad: number
  warnings: RowsWarned | null
}

type Written = {
  verdicts: readonly Verdict[]
  before: readonly Before[]
  now: Date
  /** How far the import has come with these; absent where it does not go through its documents. */
  done_to?: number
}

/** Of an import with so many bad rows each further document keeps its first fault alone. */
const ROWS_BAD_TOLD_MAX = 20_000

/**
 * Writes what became of documents, and counts them, in the transaction that brought it about. Throws Superseded when
 * the import is in another state by now, or one of the documents is: then nothing of it holds.
 */
export const writeVerdicts = async (tx: Tx, one: ImportRecord, written: Written): Promise<void> => {
  const { verdicts, now, done_to } = written
  const before = new Map(written.before.map((each) => [each.document, each]))
  const rows = verdicts.map(({ faults, warnings, changes: _, ...verdict }) => ({
    ...verdict,
    was: before.get(verdict.document)?.state,
    rows_bad: rowsBad({ faults }),
    warnings: rowsWarned(warnings),
  }))
  const moved = await on(tx)
    .updateTable('imports')
    .set((eb) => ({
      ...adding(eb, changesOf(rows, before)),
      ...keepingKinds(one, verdicts),
      modified_at: now,
      ...(done_to !== undefined && { done_to }),
    }))
    .where('id', '=', one.id)
    .where('state', '=', one.state)
    .returning(['id', 'rows_bad'])
    .executeTakeFirst()
  if (!moved) throw new Superseded()
  await tell(tx, importMoved, { maker_id: one.maker_id })
  if (rows.length === 0) return
  await writeStates(tx, one.id, rows)
  await writeFaults(tx, moved, { verdicts, before })
}

/** How many rows of a document something is wrong with. */
export const rowsBad = ({ faults }: Pick<Verdict, 'faults'>): number =>
  new Set(faults.map(({ row }) => row)).size

/** So much more of each of these counts, for the update of an import. */
export const adding = (eb: ExpressionBuilder<{ imports: ImportTable }, 'imports'>, counts: Partial<Counts>) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, more]) => [name, eb(eb.ref(name as keyof Counts), '+', more)]),
  )

const changesOf = (rows: readonly Before[], before: ReadonlyMap<number, Before>): Partial<Counts> => {
  const changes: Partial<Counts> = {}
  const add = (name: keyof Counts, more: number) => {
    if (more !== 0) changes[name] = (changes[name] ?? 0) + more
  }
  for (const { document, state, rows_bad, warnings } of rows) {
    const was = before.get(document)
    if (was) add(was.state, -1)
    add(state, 1)
    add('rows_bad', rows_bad - (was?.rows_bad ?? 0))
    add('warned', Number(warnings !== null) - Number(was !== undefined && was.warnings !== null))
  }
  return changes
}

const writeStates = async (tx: Tx, import_id: string, rows: readonly Before[]) => {
  // Named once more, or all documents of the import are gone through.
  const documents = rows.map(({ document }) => document)
  const { numAffectedRows } = await sql`
    UPDATE import_documents AS d
    SET state = v.state, rows_bad = v.rows_bad, warnings = v.warnings, document_id = v.document_id
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS v(document integer, state text, was text, rows_bad integer, warnings jsonb, document_id uuid)
    WHERE d.import_id = ${import_id} AND d.document = v.document AND d.state = v.was
      AND d.document = ANY(${documents}::integer[])`.execute(tx)
  if (numAffectedRows !== BigInt(rows.length)) throw new Superseded()
}

/** `before`: what the documents were that have been judged before. */
type Told = { verdicts: readonly Verdict[]; before?: ReadonlyMap<number, Before> }

/** Writes what is wrong with documents of an import instead of what was; `one` as it is with them. */
export const writeFaults = async (
  tx: Tx,
  one: Pick<ImportRecord, 'id' | 'rows_bad'>,
  { verdicts, before }: Told,
): Promise<void> => {
  const judged_before = verdicts.filter(({ document }) => (before?.get(document)?.rows_bad ?? 0) > 0)
  if (judged_before.length > 0) {
    const documents = judged_before.map(({ document }) => document)
    await sql`DELETE FROM import_faults WHERE import_id = ${one.id}
      AND document = ANY(${documents}::integer[])`.execute(tx)
  }
  const brief = one.rows_bad > ROWS_BAD_TOLD_MAX
  const faults = verdicts.flatMap(({ document, faults }) =>
    (brief ? faults.slice(0, 1) : faults).map((fault) => ({ import_id: one.id, document, ...fault })),
  )
  if (faults.length === 0) return
  await sql`INSERT INTO import_faults
    SELECT * FROM json_populate_recordset(NULL::import_faults, ${JSON.stringify(faults)}::json)`.execute(tx)
}
