import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import { type importSteps, PROBLEMS_TOLD_MAX } from '#contract/imports/steps.ts'
import type { Caller } from '#domain/access/caller.ts'
import { fixesFor } from '#domain/imports/faults/fixes.ts'
import { problemOf } from '#domain/imports/faults/problem.ts'
import type { Db } from '../platform/db/database.ts'
import { findImport } from './kept/find.ts'
import { readWarnings } from './warned.ts'

type Group = {
  problem: string
  field: string
  message: string
  rows: number
  documents: number
  groups: number
}
type Example = { problem: string; row: number; value: string }

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
  const examples = await examplesOf(db, id, groups)
  return {
    results: groups.map(({ problem, field, message, rows, documents }) => {
      const cells = examples.get(problem) ?? []
      const shared = problemOf({ column: field, message })
      return {
        ...{ key: problem, field: shared.column, message: shared.message, rows, documents },
        examples: cells.slice(0, EXAMPLES_MAX).map(({ row, value }) => ({ row, value })),
        fixes: fixesFor(
          field,
          cells.map(({ value }) => value),
          one,
        ),
      }
    }),
    more: (groups[0]?.groups ?? 0) - groups.length,
    warnings: await readWarnings(db, one),
  }
}

const examplesOf = async (db: Db, id: string, groups: readonly Group[]) => {
  const problems = groups.map(({ problem }) => problem)
  const { rows } = await sql<Example>`
    SELECT f.problem, f.row, f.value FROM unnest(${problems}::text[]) AS wanted(problem)
    CROSS JOIN LATERAL (
      SELECT f.problem, f.document, f.row, f.value FROM import_faults f
      WHERE f.import_id = ${id} AND f.problem = wanted.problem
      ORDER BY f.document, f.row LIMIT ${CELLS_LOOKED_AT_MAX}
    ) AS f`.execute(db)
  return Map.groupBy(rows, ({ problem }) => problem)
}
