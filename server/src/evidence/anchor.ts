import { sql } from 'kysely'
import { z } from 'zod'
import { sha256Hex } from '../platform/crypto/digest.ts'
import type { Db, Tx } from '../platform/db/database.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const AnchoredHead = z.object({
  chain: z.uuid(),
  strand: z.uuid(),
  seq: z.string().regex(/^[1-9]\d{0,18}$/),
  hash,
})

/** What an anchor says: the last link of every strand at an instant, and which anchor came before it. */
export const Anchor = z.object({
  anchor: z.literal(1),
  at: z.iso.datetime(),
  previous: z.object({ file: z.string().max(40), sha256: hash }).nullable(),
  heads: z.array(AnchoredHead),
})
export type Anchor = z.infer<typeof Anchor>

/** What a file says; undefined where it is no anchor. */
export const readAnchor = (text: string): Anchor | undefined => {
  try {
    return Anchor.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** An anchor as it lies outside the database: `2026-11-22.json`. */
export type AnchorFile = { file: string; text: string }

/** Where anchors lie: read from the oldest on; `add` never replaces one, and answers whether it is new. */
export type Anchors = {
  list(): Promise<string[]>
  read(file: string): Promise<string>
  add(anchor: AnchorFile): Promise<boolean>
}

/** The heads of all strands in one snapshot, which one statement has. */
export const readHeads = async (handle: Db | Tx): Promise<Anchor['heads']> => {
  const { rows } = await sql<Anchor['heads'][number]>`
    SELECT chain, strand, seq::text AS seq, encode(hash, 'hex') AS hash FROM chain_heads
    ORDER BY chain, strand`.execute(handle)
  return rows
}

/** One head a line, so that two anchors can be compared by eye. */
export const anchorText = (heads: Anchor['heads'], previous: AnchorFile | undefined, at: Date): string => {
  const before = previous && { file: previous.file, sha256: sha256Hex(previous.text) }
  const lines = heads.map((head) => `  ${JSON.stringify(head)}`).join(',\n')
  return (
    `{"anchor": 1, "at": "${at.toISOString()}", "previous": ${JSON.stringify(before ?? null)},\n` +
    `"heads": [\n${lines}\n]}\n`
  )
}
