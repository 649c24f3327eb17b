import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type ChangeKind, type ImportRecord, on, type WarningKind } from './tables.ts'
import type { Warning } from './warnings.ts'

/** Of so many kinds an import keeps the words; documents of further warnings are counted among those that have some. */
const KINDS_MAX = 200

type Found = { warnings: readonly Warning[]; changes: readonly ChangeKind[] }
type Known = Pick<ImportRecord, 'warning_kinds' | 'change_kinds'>

/** The words of what is told of documents for the update of their import, as far as it has not kept them yet. */
export const keepingKinds = (one: Known, found: readonly Found[]) => {
  const warnings = newKinds(
    one.warning_kinds,
    found.flatMap((of) => of.warnings.map(({ problem, field, message }) => [problem, { field, message }])),
  )
  const changes = newKinds(
    one.change_kinds,
    found.flatMap((of) => of.changes.map((kind) => [`${kind.field} ${kind.why}`, kind])),
  )
  return {
    ...(warnings && { warning_kinds: sql<string>`warning_kinds || ${warnings}::jsonb` }),
    ...(changes && { change_kinds: sql<string>`change_kinds || ${changes}::jsonb` }),
  }
}

const newKinds = <K extends WarningKind | ChangeKind>(
  known: Readonly<Record<string, K>>,
  found: readonly (readonly [key: string, kind: K])[],
): string | undefined => {
  const kinds = new Map<string, K>()
  const room = KINDS_MAX - Object.keys(known).length
  for (const [key, kind] of found) {
    if (kinds.size < room && !Object.hasOwn(known, key)) kinds.set(key, kind)
  }
  return kinds.size > 0 ? JSON.stringify(Object.fromEntries(kinds)) : undefined
}

/** The same by itself, for documents that are written already. */
export const keepKinds = async (tx: Tx, one: ImportRecord, found: readonly Found[]): Promise<void> => {
  const kinds = keepingKinds(one, found)
  if (Object.keys(kinds).length > 0)
    await on(tx).updateTable('imports').set(kinds).where('id', '=', one.id).execute()
}
