import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type CanonicalFields, canonicalRecord } from '#domain/evidence/canonical.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { INSTALLATION, type RecordKind } from './kind.ts'
import { tampered } from './problem.ts'
import { instantText, type Link } from './read-links.ts'

const DIGEST_BYTES = 32

/** Holds the records of a link against their digests; throws Tampered at the first that is wrong. */
export const verifyRecords = async (
  handle: Db | Tx,
  kind: RecordKind,
  { chain, link }: { chain: string; link: Link },
): Promise<void> => {
  const rows = Map.groupBy(await readRecords(handle, kind, link.ids), ({ key }) => key)
  for (const [at, id] of link.ids.entries()) {
    const problem = { chain, kind: kind.table, id }
    const [row, second] = rows.get(id) ?? []
    if (!row) return tampered({ ...problem, what: 'removed', why: 'The record is gone.' })
    if (second) tampered({ ...problem, what: 'inserted', why: 'There are two records of this number.' })
    const digest = createHash('sha256').update(canonicalRecord(kind.table, row.fields)).digest()
    if (digest.equals(link.digests.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES))) continue
    const moved = await isKnown(handle, kind, digest)
    if (moved) tampered({ ...problem, what: 'reordered', why: 'The record stood at another place.' })
    tampered({ ...problem, what: 'altered', why: 'The record is not the one that was written.' })
  }
}

/** Throws Tampered at the first record that no link covers. */
export const verifyCovered = async (handle: Db | Tx, kind: RecordKind): Promise<void> => {
  const key = sql.ref(`r.${kind.key}`)
  // EXCEPT is never planned as a loop over all links for each record.
  const { rows } = await sql<{ id: string; chain: string }>`
    SELECT ${key}::text AS id, COALESCE(${chainOf(kind)}, ${INSTALLATION}) AS chain
    FROM ${sql.table(kind.table)} AS r WHERE ${key} = (SELECT min(id) FROM (
      SELECT ${sql.ref(kind.key)} AS id FROM ${sql.table(kind.table)}
      EXCEPT SELECT unnest(record_ids) FROM chain_links WHERE kind = ${kind.table}) AS uncovered)`.execute(
    handle,
  )
  const [row] = rows
  if (row) tampered({ ...row, kind: kind.table, what: 'inserted', why: 'No link covers this record.' })
}

const chainOf = ({ columns }: RecordKind) =>
  columns.includes('sender_entity_id') ? sql`r.sender_entity_id::text` : sql`NULL`

type Read = { key: string; fields: CanonicalFields }

const readRecords = async (handle: Db | Tx, kind: RecordKind, ids: readonly string[]): Promise<Read[]> => {
  const texts = kind.columns.map((column) =>
    kind.instants.includes(column)
      ? sql`${instantText(column)} AS ${sql.ref(column)}`
      : sql`${sql.ref(column)}::text AS ${sql.ref(column)}`,
  )
  const key = sql.ref(kind.key)
  const { rows } = await sql<{ '#': string } & Record<string, string | null>>`
    SELECT ${key}::text AS "#", ${sql.join(texts)} FROM ${sql.table(kind.table)}
    WHERE ${key} = ANY(${[...ids]}::bigint[])`.execute(handle)
  return rows.map(({ '#': key, ...fields }) => ({ key, fields }))
}

/** Whether some record was written with this digest. Reads all links, and is asked once at most. */
const isKnown = async (handle: Db | Tx, { table }: RecordKind, digest: Buffer): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM chain_links WHERE kind = ${table} AND position(${digest}::bytea IN record_digests) > 0
    LIMIT 1`.execute(handle)
  return rows.length > 0
}
