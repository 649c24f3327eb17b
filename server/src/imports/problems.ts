import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { ImportProblem } from '#contract/imports/shapes.ts'
import { type importSteps, PROBLEMS_TOLD_MAX } from '#contract/imports/steps.ts'
import type { Caller } from '#domain/access/caller.ts'
import { CELL_CHARS_MAX } from '#domain/imports/cells.ts'
import { fixesFor } from '#domain/imports/faults/fixes.ts'
import { problemOf } from '#domain/imports/faults/problem.ts'
import type { Db } from '../platform/db/database.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import { findImport } from './kept/find.ts'
import type { ImportRecord } from './kept/tables.ts'
import { readWarnings } from './warned.ts'

type Group = {
  problem: string
  field: string
  message: string
  rows: number
  documents: number
  groups: number
}
/** `value`: as much of the cell as is told. */
type Example = { problem: string; row: number; value: string; cell: string }

/** So many problems are gone through before everybody else has a turn: some milliseconds where their cells are long. */
const GROUPS_PER_TURN = 20
/** So many cells of a problem say which repairs are offered. */
const CELLS_LOOKED_AT_MAX = 20
const EXAMPLES_MAX = 3

/**
 * What is wrong in an import, each fault once, the most frequent first, with the repairs that help; and what should be
 * looked at in what is taken.
 */
export const readProblems = async (
  { db, caller }: { db: Db; caller: Caller },
  id: string,
): Promise<Output<typeof importSteps.problems>> => {
  const one = await findImport(db, caller, id)
  const { rows: groups } = await sql<Group>`
    SELECT problem, min(field) AS field, min(message) AS message, count(DISTINCT row)::integer AS rows,
      count(DISTINCT document)::integer AS documents, (count(*) OVER ())::integer AS groups
    FROM import_faults WHERE import_id = ${id}
    GROUP BY problem ORDER BY count(DISTINCT row) DESC, problem LIMIT ${PROBLEMS_TOLD_MAX}`.execute(db)
  const results: ImportProblem[] = []
  for (let at = 0; at < groups.length; at += GROUPS_PER_TURN) {
    await takeTurn()
    results.push(...(await tellGroups(db, one, groups.slice(at, at + GROUPS_PER_TURN))))
  }
  return {
    results,
    more: (groups[0]?.groups ?? 0) - groups.length,
    warnings: await readWarnings(db, one),
  }
}

const tellGroups = async (db: Db, one: ImportRecord, groups: readonly Group[]): Promise<ImportProblem[]> => {
  const examples = await examplesOf(db, one, groups)
  return groups.map(({ problem, field, message, rows, documents }) => {
    const found = examples.get(problem) ?? []
    const cells = found.map(({ cell }) => cell)
    const shared = problemOf({ column: field, message })
    return {
      ...{ key: problem, field: shared.column, message: shared.message, rows, documents },
      examples: found.slice(0, EXAMPLES_MAX).map(({ row, value }) => ({ row, value })),
      fixes: fixesFor(field, cells, one),
    }
  })
}

const examplesOf = async (db: Db, { id, fields }: ImportRecord, groups: readonly Group[]) => {
  const problems = groups.map(({ problem }) => problem)
  // No cell that is longer is ever repaired; PostgreSQL counts places from 1.
  const whole = sql`left(r.cells->>(array_position(${fields}::text[], f.field) - 1), ${CELL_CHARS_MAX + 1})`
  const { rows } = await sql<Example>`
    SELECT f.problem, f.row, f.value, COALESCE(${whole}, f.value) AS cell
    FROM unnest(${problems}::text[]) AS wanted(problem)
    CROSS JOIN LATERAL (
      SELECT f.problem, f.document, f.row, f.value, f.field FROM import_faults f
      WHERE f.import_id = ${id} AND f.problem = wanted.problem
      ORDER BY f.document, f.row LIMIT ${CELLS_LOOKED_AT_MAX}
    ) AS f LEFT JOIN import_rows r ON r.import_id = ${id} AND r.row = f.row
    ORDER BY f.problem, f.document, f.row`.execute(db)
  return Map.groupBy(rows, ({ problem }) => problem)
}
