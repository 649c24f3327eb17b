import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { chain } from '#contract/logs/chain.ts'
import type { Db } from '../platform/db/database.ts'
import { Anchor, type Anchors } from './anchor.ts'
import { readLastDeliveries } from './deliveries.ts'
import { INSTALLATION } from './kind.ts'

export type Vouching = { db: Db; anchors: Anchors }

const CHAINS_MAX = 1_000

type ChainRow = { chain: string; name: string; strands: number; links: string; since: Date | null }

/** What each chain has come to, with the names of the companies as they are now: reads the table of entities. */
export const readChains = async ({ db, anchors }: Vouching): Promise<Output<typeof chain.read>> => {
  const { rows } = await sql<ChainRow>`
    SELECT h.chain, COALESCE(e.name, '') AS name, count(*)::integer AS strands, sum(h.seq) AS links,
      min(l.at) AS since
    FROM chain_heads AS h
    LEFT JOIN chain_links AS l ON l.chain = h.chain AND l.strand = h.strand AND l.seq = 1
    LEFT JOIN sender_entities AS e ON e.id = h.chain
    GROUP BY h.chain, e.name ORDER BY e.name NULLS FIRST, h.chain LIMIT ${CHAINS_MAX}`.execute(db)
  const ended = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM chain_ends`.execute(db)
  const files = await anchors.list()
  return {
    chains: rows.map(({ links, since, ...row }) => ({
      ...row,
      chain: told(row.chain),
      links: Number(links),
      since: since?.toISOString() ?? null,
    })),
    ended: ended.rows[0]?.count ?? 0,
    anchors: {
      count: files.length,
      last: await lastOf(anchors, files.at(-1)),
      deliveries: await readLastDeliveries(db),
    },
  }
}

/** A chain as answers name it. */
export const told = (chain: string) => (chain === INSTALLATION ? 'installation' : chain)

const lastOf = async (anchors: Anchors, file: string | undefined) => {
  if (file === undefined) return null
  try {
    return { file, at: Anchor.parse(JSON.parse(await anchors.read(file))).at }
  } catch {
    // To say what is wrong with it is the verification's.
    return null
  }
}
