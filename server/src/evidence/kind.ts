import { own } from '#codes/own.ts'
import { type CanonicalForm, canonicalForm, canonicalText } from '#domain/evidence/canonical.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import type { Db, Tx } from '../platform/db/database.ts'

/** A chain is named by its company. This one is of what concerns no company. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000'

/**
 * A table whose rows are evidence: never changed once they are written, each covered by a link of its company's chain.
 * `key` is its bigint column; `columns` are all others, `instants` those of them that are one.
 */
export type RecordKind = Readonly<{
  table: string
  key: string
  columns: readonly string[]
  instants: readonly string[]
  /**
   * Holds the records against the rows of which they tell; answers the first that disagrees. So many rows are read at
   * once.
   */
  compare?: (handle: Db | Tx, rows_max: number) => Promise<Disagreement | undefined>
}>

export type Disagreement = { chain: string; kind: string; id: string; why: string }

/** A row as it is written; every column must be there. */
export type EvidenceRow = Readonly<Record<string, unknown>>

/** SHA-256 of a row's canonical form, in hexadecimal. Throws when a column is missing. */
export const digestOf = (kind: RecordKind, row: EvidenceRow): string =>
  sha256Hex(formOf(kind)((column) => canonicalText(own(row, column))))

const forms = new WeakMap<RecordKind, CanonicalForm>()

const formOf = (kind: RecordKind): CanonicalForm => {
  const known = forms.get(kind)
  if (known) return known
  const form = canonicalForm(kind.table, kind.columns)
  forms.set(kind, form)
  return form
}
