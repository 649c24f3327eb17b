/** What a record of evidence holds, by column; null is not the empty text. */
export type CanonicalFields = Readonly<Record<string, string | null>>

/**
 * One text for one record and no other: its kind and each column in the order of their names, as JSON. PostgreSQL can
 * write the same text (migration 0024 does); what no UTF-8 has, half a pair of surrogates, is written as it is stored.
 */
export const canonicalRecord = (kind: string, fields: CanonicalFields): string =>
  JSON.stringify([
    'lulus/record/1',
    kind,
    ...Object.entries(fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) => [name, text?.toWellFormed() ?? null]),
  ])

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
