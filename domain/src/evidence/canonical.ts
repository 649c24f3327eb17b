import { own } from '#codes/own.ts'

/** What a record of evidence holds, by column; null is not the empty text. */
export type CanonicalFields = Readonly<Record<string, string | null>>

/** The text of one record, given the text of each of its columns. */
export type CanonicalForm = (textOf: (column: string) => string | null) => string

/**
 * One text for one record of a kind and no other: the kind and each column in the order of their names, as JSON.
 * PostgreSQL can write the same text (migration 0024 does); what no UTF-8 has, half a pair of surrogates, is written
 * as it is stored. The columns are put in order once for all records.
 */
export const canonicalForm = (kind: string, columns: Iterable<string>): CanonicalForm => {
  const sorted = [...columns].toSorted((a, b) => (a < b ? -1 : 1))
  return (textOf) =>
    JSON.stringify([
      'lulus/record/1',
      kind,
      ...sorted.map((column) => [column, textOf(column)?.toWellFormed() ?? null]),
    ])
}

/** The same of a record whose columns nobody has named before. */
export const canonicalRecord = (kind: string, fields: CanonicalFields): string =>
  canonicalForm(kind, Object.keys(fields))((column) => own(fields, column) ?? null)

/** The text of one link: all that it says beside its place in the strand. `digests`: hexadecimal, on end. */
export const canonicalLink = (link: {
  chain: string
  kind: string
  at: string
  adopted: boolean
  ids: readonly string[]
  digests: string
}): string =>
  JSON.stringify(['lulus/link/1', link.chain, link.kind, link.at, link.adopted, link.ids, link.digests])

/** As PostgreSQL's `::text` gives it back; an instant in UTC with microseconds. Throws for what has no such text. */
export const canonicalText = (value: unknown): string | null => {
  if (value === null) return null
  if (value instanceof Date) return `${value.toISOString().slice(0, -1)}000Z`
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  throw new Error(`No canonical text for a ${typeof value}.`)
}
