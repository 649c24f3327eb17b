import { sql } from 'kysely'
import { BEFORE_ALL_IDS } from '../platform/db/before-all-ids.ts'
import type { Db, Tx } from '../platform/db/database.ts'

/** An instant as canonical text: UTC with microseconds. */
export const instantText = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export type Link = {
  seq: string
  at: string
  kind: string
  adopted: boolean
  ids: string[]
  digests: Buffer
  hash: Buffer
}

export type Head = { chain: string; strand: string; seq: string; hash: Buffer }

/** A link can name five hundred records. */
const LINKS_AT_ONCE = 100

/**
 * Every strand that has a head or a link, by chain and strand; of one without a head `seq` is 0. Each is asked for by
 * itself: there are few, and a list of all would take a look at every link.
 */
export async function* readStrands(handle: Db | Tx): AsyncGenerator<Head> {
  let [chain, strand] = [BEFORE_ALL_IDS, BEFORE_ALL_IDS]
  for (;;) {
    const { rows } = await sql<Head>`
      SELECT chain, strand, COALESCE(h.seq, 0) AS seq, COALESCE(h.hash, '') AS hash
      FROM ((SELECT chain, strand FROM chain_heads WHERE (chain, strand) > (${chain}::uuid, ${strand}::uuid)
          ORDER BY chain, strand LIMIT 1)
        UNION ALL (SELECT chain, strand FROM chain_links WHERE (chain, strand) > (${chain}::uuid, ${strand}::uuid)
          ORDER BY chain, strand LIMIT 1)
        ORDER BY chain, strand LIMIT 1) AS next
      LEFT JOIN chain_heads AS h USING (chain, strand)`.execute(handle)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    chain = last.chain
    strand = last.strand
  }
}

/** The links of a strand in order, also those whose place is none. */
export async function* readLinks(handle: Db | Tx, { chain, strand }: Head): AsyncGenerator<Link> {
  // A place before the first is no place either.
  let after = '-9223372036854775808'
  for (;;) {
    const { rows } = await sql<Link>`
      SELECT seq, ${instantText('at')} AS at, kind, adopted, record_ids::text[] AS ids,
        record_digests AS digests, hash
      FROM chain_links WHERE chain = ${chain}::uuid AND strand = ${strand}::uuid AND seq > ${after}::bigint
      ORDER BY seq LIMIT ${LINKS_AT_ONCE}`.execute(handle)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}
