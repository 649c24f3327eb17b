import { sql } from 'kysely'
import type { ImportRecord, RowsWarned, WarningKind } from './tables.ts'

/** What somebody should look at in a row of a document that is taken all the same, in words which its kind shares. */
export type Warning = { row: number; field: string; message: string; problem: string }

/** Of so many kinds an import keeps the words; documents of further ones are counted among those with warnings. */
const KINDS_MAX = 200

/** The rows of a document by their kinds of warnings; null where there is none. */
export const rowsWarned = (warnings: readonly Warning[]): RowsWarned | null => {
  if (warnings.length === 0) return null
  const rows = new Map<string, Set<number>>()
  for (const { problem, row } of warnings) rows.set(problem, (rows.get(problem) ?? new Set()).add(row))
  return Object.fromEntries([...rows].map(([problem, of_kind]) => [problem, [...of_kind]]))
}

type Found = { warnings: readonly Warning[] }

/** The words of these warnings for the update of their import, as far as it has not kept them yet. */
export const keepingKinds = (one: Pick<ImportRecord, 'warning_kinds'>, found: readonly Found[]) => {
  const kinds = newKinds(one, found)
  if (kinds.size === 0) return {}
  const words = JSON.stringify(Object.fromEntries(kinds))
  return { warning_kinds: sql<string>`warning_kinds || ${words}::jsonb` }
}

const newKinds = ({ warning_kinds }: Pick<ImportRecord, 'warning_kinds'>, found: readonly Found[]) => {
  const known = new Set(Object.keys(warning_kinds))
  const kinds = new Map<string, WarningKind>()
  for (const { warnings } of found) {
    for (const { problem, field, message } of warnings) {
      if (!known.has(problem) && known.size + kinds.size < KINDS_MAX) kinds.set(problem, { field, message })
    }
  }
  return kinds
}
