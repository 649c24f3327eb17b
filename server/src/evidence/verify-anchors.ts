import { sql } from 'kysely'
import type { Tampering } from '#contract/logs/chain.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { type Anchor, type Anchors, readAnchor } from './anchor.ts'
import { INSTALLATION } from './kind.ts'
import { tampered } from './problem.ts'

/**
 * Holds these anchors, which are older than the snapshot, against the chains, from the oldest on, and each
 * against the one before it. Answers how many there are; throws Tampered at the first that does not fit.
 */
export const verifyAnchors = async (
  handle: Db | Tx,
  anchors: Anchors,
  { files, rows_max }: { files: readonly string[]; rows_max: number },
): Promise<number> => {
  let previous: Anchor['previous'] = null
  for (const file of files) {
    const wrong = (what: Tampering, why: string) =>
      tampered({ chain: INSTALLATION, kind: 'anchor', id: file, what, why })
    const text = await anchors.read(file)
    const anchor = readAnchor(text) ?? wrong('altered', 'The file is no anchor.')
    if (anchor.previous?.file !== previous?.file)
      wrong(
        'removed',
        `The anchor follows ${anchor.previous?.file ?? 'none'}, which is not the one before it.`,
      )
    if (anchor.previous?.sha256 !== previous?.sha256)
      wrong('altered', `The anchor before it, ${previous?.file}, is not the file that it was.`)
    for (let from = 0; from < anchor.heads.length; from += rows_max)
      await verifyHeads(handle, anchor.heads.slice(from, from + rows_max), file)
    previous = { file, sha256: sha256Hex(text) }
  }
  return files.length
}

type Place = { chain: string; strand: string; seq: string; anchored: string; now: string | null }

/** The first anchored link that is not there any more as it was, where its chain has not ended. */
const verifyHeads = async (handle: Db | Tx, heads: Anchor['heads'], file: string) => {
  const { rows } = await sql<Place>`
    SELECT a.chain, a.strand, a.seq::text, a.hash AS anchored, encode(l.hash, 'hex') AS now
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS a(chain uuid, strand uuid, seq bigint, hash text)
    LEFT JOIN LATERAL (SELECT hash FROM chain_links AS l
      WHERE l.chain = a.chain AND l.strand = a.strand AND l.seq = a.seq LIMIT 1) AS l ON true
    WHERE encode(l.hash, 'hex') IS DISTINCT FROM a.hash
      AND NOT EXISTS (
        SELECT FROM chain_ends AS e, jsonb_to_recordset(e.heads::jsonb) AS h(strand uuid, seq bigint)
        WHERE e.chain = a.chain AND h.strand = a.strand AND h.seq >= a.seq)
    ORDER BY a.chain, a.strand LIMIT 1`.execute(handle)
  const [row] = rows
  if (!row) return
  const problem = { chain: row.chain, kind: 'chain_links', id: `${row.strand}/${row.seq}` }
  if (row.now === null)
    tampered({ ...problem, what: 'truncated', why: `The anchor ${file} names this link, which is gone.` })
  tampered({ ...problem, what: 'rewritten', why: `The anchor ${file} names another link at this place.` })
}
