import { sql } from 'kysely'
import { BEFORE_FIRST, bodyOf, hashOf } from '../../src/evidence/hash.ts'
import type { RecordKind } from '../../src/evidence/kind.ts'
import type { Problem } from '../../src/evidence/problem.ts'
import { type Head, type Link, readLinks, readStrands } from '../../src/evidence/read-links.ts'
import type { Tx } from '../../src/platform/db/database.ts'
import { RECORD_KINDS } from '../../src/worker.ts'
import type { Random } from '../simulation/random.ts'
import { digestInDatabase } from './digest.ts'

/** What somebody with all rights does to the database; answers what must be found. */
export type Tamper = (tx: Tx, random: Random) => Promise<Partial<Problem>>

type Target = { head: Head; links: Link[] }

const linksOf = async (tx: Tx, head: Head): Promise<Link[]> => {
  const links: Link[] = []
  for await (const link of readLinks(tx, head)) links.push(link)
  return links
}

const strandsOf = async (tx: Tx): Promise<Target[]> => {
  const all: Target[] = []
  for await (const head of readStrands(tx)) all.push({ head, links: await linksOf(tx, head) })
  return all
}

const kindOf = (table: string): RecordKind => {
  const kind = RECORD_KINDS.find((one) => one.table === table)
  if (!kind) throw new Error(`${table} is no kind of record.`)
  return kind
}

type Picked = { head: Head; link: Link; kind: RecordKind; id: string }

/** Any record of any link, of a kind where it must be one. */
const pickRecord = async (tx: Tx, random: Random, table?: string): Promise<Picked> => {
  const links = (await strandsOf(tx)).flatMap(({ head, links }) => links.map((link) => ({ head, link })))
  const { head, link } = random.pick(links.filter(({ link }) => !table || link.kind === table))
  return { head, link, kind: kindOf(link.kind), id: random.pick(link.ids) }
}

const at = ({ strand }: Head, seq: string | bigint) => `${strand}/${seq}`
const key = (kind: RecordKind) => sql.ref(kind.key)
const table = (kind: RecordKind) => sql.table(kind.table)

/** The smallest change that a column of its type permits. */
const OTHER: Readonly<Record<string, (column: string) => ReturnType<typeof sql>>> = {
  text: (column) => sql`COALESCE(${sql.ref(column)} || ' ', '')`,
  uuid: () => sql`gen_random_uuid()`,
  boolean: (column) => sql`NOT ${sql.ref(column)}`,
  integer: (column) => sql`COALESCE(${sql.ref(column)} + 1, 0)`,
  'timestamp with time zone': (column) => sql`COALESCE(${sql.ref(column)} + interval '1 microsecond', now())`,
}

const alter = async (tx: Tx, random: Random, { kind, id }: Picked) => {
  const column = random.pick(kind.columns)
  const { rows } = await sql<{ type: string }>`
    SELECT data_type AS type FROM information_schema.columns
    WHERE table_name = ${kind.table} AND column_name = ${column}`.execute(tx)
  const other = OTHER[rows[0]?.type ?? '']
  if (!other) throw new Error(`${kind.table}.${column} has a type that no trial changes.`)
  await sql`UPDATE ${table(kind)} SET ${sql.ref(column)} = ${other(column)} WHERE ${key(kind)} = ${id}`.execute(
    tx,
  )
}

const remove = (tx: Tx, kind: RecordKind, ids: readonly string[]) =>
  sql`DELETE FROM ${table(kind)} WHERE ${key(kind)} = ANY(${[...ids]}::bigint[])`.execute(tx)

const altered: Tamper = async (tx, random) => {
  const picked = await pickRecord(tx, random)
  await alter(tx, random, picked)
  return { kind: picked.kind.table, id: picked.id, what: 'altered' }
}

const removed: Tamper = async (tx, random) => {
  const { kind, id } = await pickRecord(tx, random)
  await remove(tx, kind, [id])
  return { kind: kind.table, id, what: 'removed' }
}

/** A copy of a record, which looks as true as any. */
const inserted: Tamper = async (tx, random) => {
  const { kind, id } = await pickRecord(tx, random)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO ${table(kind)} OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(r,
      jsonb_build_object(${kind.key}::text, (SELECT max(${key(kind)}) + 1 FROM ${table(kind)}))
      || CASE WHEN ${kind.table} = 'audit_events' THEN jsonb_build_object('id', gen_random_uuid()) ELSE '{}' END)).*
    FROM ${table(kind)} AS r WHERE r.${key(kind)} = ${id} RETURNING ${key(kind)}::text AS id`.execute(tx)
  return { kind: kind.table, id: rows[0]?.id ?? '', what: 'inserted' }
}

/** Two records exchange their numbers, or two links of a strand their places. */
const reordered: Tamper = async (tx, random) => {
  const long = (await strandsOf(tx)).filter(({ links }) => links.length > 1)
  if (long.length === 0 || random.chance(0.5)) {
    const one = await pickRecord(tx, random)
    const { rows } = await sql<{ id: string }>`
      SELECT ${key(one.kind)}::text AS id FROM ${table(one.kind)} WHERE ${key(one.kind)} <> ${one.id}`.execute(
      tx,
    )
    await exchange(tx, one.kind.table, one.kind.key, [one.id, random.pick(rows).id])
    return { kind: one.kind.table, what: 'reordered' }
  }
  const { head, links } = random.pick(long)
  const first = random.below(links.length - 1)
  const second = first + 1 + random.below(links.length - first - 1)
  const places = [links[first]?.seq ?? '', links[second]?.seq ?? ''] as const
  await exchange(tx, 'chain_links', 'seq', places, sql`strand = ${head.strand}::uuid`)
  return { kind: 'chain_links', id: at(head, places[0]), what: 'reordered' }
}

const exchange = async (
  tx: Tx,
  name: string,
  column: string,
  [a, b]: readonly [string, string],
  of: ReturnType<typeof sql> = sql`TRUE`,
) => {
  const move = (from: string, to: string) =>
    sql`
    UPDATE ${sql.table(name)} SET ${sql.ref(column)} = ${to}::bigint
    WHERE ${of} AND ${sql.ref(column)} = ${from}::bigint`.execute(tx)
  await move(a, '-1')
  await move(b, a)
  await move('-1', b)
}

/** The end of a strand is cut off with all records, and the head put back. */
const truncated: Tamper = async (tx, random) => {
  const { head, links } = random.pick(await strandsOf(tx))
  const kept = random.below(links.length)
  for (const link of links.slice(kept)) await remove(tx, kindOf(link.kind), link.ids)
  await sql`
    DELETE FROM chain_links WHERE strand = ${head.strand}::uuid AND seq > ${kept}`.execute(tx)
  const last = links[kept - 1]
  if (last)
    await sql`UPDATE chain_heads SET seq = ${last.seq}, hash = ${last.hash} WHERE strand = ${head.strand}`.execute(
      tx,
    )
  else await sql`DELETE FROM chain_heads WHERE strand = ${head.strand}`.execute(tx)
  // The rows of which the authority's answers told are made to agree.
  return links.slice(kept).some(({ kind }) => kind === 'authority_answers') ? {} : { what: 'truncated' }
}

/** A bit of a hash, a bit of a digest, or a record with its own link written anew, but no other. */
const relinked: Tamper = async (tx, random) => {
  const picked = await pickRecord(tx, random)
  const { head, link } = picked
  const place = sql`strand = ${head.strand}::uuid AND seq = ${link.seq}`
  const way = random.below(3)
  if (way < 2) {
    const column = sql.ref(way === 0 ? 'hash' : 'record_digests')
    const byte = random.below(32)
    await sql`UPDATE chain_links SET ${column} = set_byte(${column}, ${byte}, 255 - get_byte(${column}, ${byte}))
      WHERE ${place}`.execute(tx)
    return { kind: 'chain_links', id: at(head, link.seq), what: 'altered' }
  }
  await alter(tx, random, picked)
  const before = (await linksOf(tx, head)).find(({ seq }) => BigInt(seq) === BigInt(link.seq) - 1n)
  await writeAnew(tx, head, link, before?.hash ?? BEFORE_FIRST)
  const next = head.seq === link.seq ? link.seq : BigInt(link.seq) + 1n
  return { kind: 'chain_links', id: at(head, next), what: 'altered' }
}

/** A record and every hash that follows from it: within the database nothing is wrong any more. */
export const rewritten: Tamper = async (tx, random) => {
  const picked = await pickRecord(tx, random, random.pick(['audit_events', 'document_history']))
  await alter(tx, random, picked)
  let previous: Buffer = BEFORE_FIRST
  for (const link of await linksOf(tx, picked.head)) {
    previous = await writeAnew(tx, picked.head, link, previous)
  }
  await sql`UPDATE chain_heads SET hash = ${previous} WHERE strand = ${picked.head.strand}`.execute(tx)
  return { kind: 'chain_links', chain: picked.head.chain, what: 'rewritten' }
}

const writeAnew = async (tx: Tx, head: Head, link: Link, previous: Buffer): Promise<Buffer> => {
  const kind = kindOf(link.kind)
  const digests = await Promise.all(link.ids.map((id) => digestInDatabase(tx, kind, id)))
  const body = bodyOf({ ...link, chain: head.chain, digests: digests.join('') })
  const hash = hashOf(head.strand, BigInt(link.seq), previous, body)
  await sql`UPDATE chain_links SET record_digests = decode(${digests.join('')}, 'hex'), hash = ${hash}
    WHERE strand = ${head.strand}::uuid AND seq = ${link.seq}`.execute(tx)
  return hash
}

export const TAMPERS: Readonly<Record<string, Tamper>> = {
  'a record is altered': altered,
  'a record is removed': removed,
  'a record is inserted': inserted,
  'two rows are reordered': reordered,
  'a strand is truncated': truncated,
  'a link is altered': relinked,
  'a strand is rewritten': rewritten,
}
