import type { RowsWarned } from './tables.ts'

/** What somebody should look at in a row of a document that is taken all the same, in words which its kind shares. */
export type Warning = { row: number; field: string; message: string; problem: string }

/** The rows of a document by their kinds of warnings; null where there is none. */
export const rowsWarned = (warnings: readonly Warning[]): RowsWarned | null => {
  if (warnings.length === 0) return null
  const rows = new Map<string, Set<number>>()
  for (const { problem, row } of warnings) rows.set(problem, (rows.get(problem) ?? new Set()).add(row))
  return Object.fromEntries([...rows].map(([problem, of_kind]) => [problem, [...of_kind]]))
}
