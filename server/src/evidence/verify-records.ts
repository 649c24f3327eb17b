import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type CanonicalFields, canonicalRecord } from '#domain/evidence/canonical.ts'
import { BEFORE_ALL_IDS } from '../platform/db/before-all-ids.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Covered } from './covered.ts'
import { INSTALLATION, type RecordKind } from './kind.ts'
import { tampered } from './problem.ts'
import { instantText, type Link } from './read-links.ts'

const DIGEST_BYTES = 32

export type Kinds = ReadonlyMap<string, RecordKind>

/** Links of a strand in pieces of some `rows_max` records; what was read before an error comes before it. */
export async function* inPieces(links: AsyncIterable<Link>, rows_max: number): AsyncGenerator<Link[]> {
  let piece: Link[] = []
  let records = 0
  try {
    for await (const link of links) {
      piece.push(link)
      records += link.ids.length
      if (records < rows_max) continue
      yield piece
      piece = []
      records = 0
    }
  } catch (error) {
    if (piece.length > 0) yield piece
    throw error
  }
  if (piece.length > 0) yield piece
}

/** Holds the records of these links against their digests; throws Tampered at the first that is wrong. */
export const verifyRecords = async (
  handle: Db | Tx,
  links: readonly Link[],
  { chain, kinds, rows_max }: { chain: string; kinds: Kinds; rows_max: number },
): Promise<void> => {
  const read = new Map<string, Map<string, Read[]>>()
  for (const [table, same] of Map.groupBy(links, ({ kind }) => kind)) {
    const kind = kinds.get(table)
    if (!kind) throw new Error(`This version does not know the records of ${table}.`)
    const ids = same.flatMap((link) => link.ids)
    read.set(
      table,
      Map.groupBy(await readRecords(handle, kind, ids), ({ key }) => key),
    )
  }
  for (const { kind, ids, digests } of links) {
    for (const [at, id] of ids.entries()) {
      const problem = { chain, kind, id }
      const [row, second] = read.get(kind)?.get(id) ?? []
      if (!row) return tampered({ ...problem, what: 'removed', why: 'The record is gone.' })
      if (second) tampered({ ...problem, what: 'inserted', why: 'There are two records of this number.' })
      const digest = createHash('sha256').update(canonicalRecord(kind, row.fields)).digest()
      if (digest.equals(digests.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES))) continue
      const moved = await isKnown(handle, { table: kind, digest, rows_max })
      if (moved) tampered({ ...problem, what: 'reordered', why: 'The record stood at another place.' })
      tampered({ ...problem, what: 'altered', why: 'The record is not the one that was written.' })
    }
  }
}

/** Throws Tampered at the first record that no link covers. */
export const verifyCovered = async (
  handle: Db | Tx,
  kind: RecordKind,
  { covered, rows_max }: { covered: Covered; rows_max: number },
): Promise<void> => {
  const key = sql.ref(kind.key)
  let after: string | undefined
  do {
    const { rows } = await sql<{ id: string; chain: string }>`
      SELECT ${key}::text AS id, COALESCE(${chainOf(kind)}, ${INSTALLATION}) AS chain FROM ${sql.table(kind.table)}
      WHERE ${behind(kind, after)} ORDER BY ${key} LIMIT ${rows_max}`.execute(handle)
    const row = rows.find(({ id }) => !covered.has(kind.table, id))
    if (row) tampered({ ...row, kind: kind.table, what: 'inserted', why: 'No link covers this record.' })
    after = rows.at(-1)?.id
  } while (after !== undefined)
}

/** Counting reads nothing but an index. */
const COUNTED_TOGETHER = 20

/** How many records there are of this kind. */
export const countRecords = async (handle: Db | Tx, kind: RecordKind, rows_max: number): Promise<number> => {
  let count = 0
  let after: string | undefined
  do {
    const { rows } = await sql<{ count: number; last: string | null }>`
      SELECT count(*)::integer AS count, max(id)::text AS last FROM (
        SELECT ${sql.ref(kind.key)} AS id FROM ${sql.table(kind.table)} WHERE ${behind(kind, after)}
        ORDER BY ${sql.ref(kind.key)} LIMIT ${rows_max * COUNTED_TOGETHER}) AS next`.execute(handle)
    count += rows[0]?.count ?? 0
    after = rows[0]?.last ?? undefined
  } while (after !== undefined)
  return count
}

const behind = ({ key }: RecordKind, after: string | undefined) =>
  after === undefined ? sql`TRUE` : sql`${sql.ref(key)} > ${after}::bigint`

const chainOf = ({ columns }: RecordKind) =>
  columns.includes('sender_entity_id') ? sql`sender_entity_id::text` : sql`NULL`

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

type Place = { chain: string; strand: string; seq: string; known: boolean }
const BEFORE_ALL: Place = { chain: BEFORE_ALL_IDS, strand: BEFORE_ALL_IDS, seq: '0', known: false }

/** Whether some record of the table was written with this digest. Reads all links, and is asked once at most. */
const isKnown = async (
  handle: Db | Tx,
  { table, digest, rows_max }: { table: string; digest: Buffer; rows_max: number },
): Promise<boolean> => {
  let after: Place | undefined = BEFORE_ALL
  while (after) {
    const { rows }: { rows: Place[] } = await sql<Place>`
      SELECT chain, strand, seq, kind = ${table} AND position(${digest}::bytea IN record_digests) > 0 AS known
      FROM chain_links
      WHERE (chain, strand, seq) > (${after.chain}::uuid, ${after.strand}::uuid, ${after.seq}::bigint)
      ORDER BY chain, strand, seq LIMIT ${rows_max}`.execute(handle)
    if (rows.some(({ known }) => known)) return true
    after = rows.at(-1)
  }
  return false
}
