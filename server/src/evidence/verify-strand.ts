import type { Tampering } from '#contract/logs/chain.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { BEFORE_FIRST, bodyOf, hashOf } from './hash.ts'
import { tampered } from './problem.ts'
import { type Head, type Link, readLinks } from './read-links.ts'

/**
 * Follows a strand from its first link to its head: no place is missing, each hash is that of the link and all before
 * it, and the head names the last one. Yields the links; throws Tampered at the first that is wrong.
 */
export async function* followStrand(handle: Db | Tx, head: Head): AsyncGenerator<Link> {
  let seq = 0n
  let previous: Buffer = BEFORE_FIRST
  for await (const link of readLinks(handle, head)) {
    const at = idOf(head.strand, link.seq)
    const place = BigInt(link.seq)
    if (place < seq + 1n) tampered(found(head, at, 'inserted', 'A link stands before the first.'))
    if (place > seq + 1n) {
      const missing = idOf(head.strand, seq + 1n)
      tampered(found(head, missing, 'removed', 'A link is missing from its place.'))
    }
    if (!link.hash.equals(hashOf(head.strand, place, previous, bodyOfLink(head.chain, link)))) {
      const moved = await stoodElsewhere(handle, head, link)
      if (moved) tampered(found(head, at, 'reordered', 'The link stood at another place.'))
      tampered(found(head, at, 'altered', 'The link is not the one that was written.'))
    }
    seq = place
    previous = link.hash
    yield link
  }
  endsAtHead(head, { seq, hash: previous })
}

const endsAtHead = (head: Head, last: { seq: bigint; hash: Buffer }) => {
  const known = BigInt(head.seq)
  const at = (seq: bigint) => idOf(head.strand, seq)
  if (known === 0n) tampered(found(head, at(1n), 'removed', 'The head of the strand is gone.'))
  if (known > last.seq) tampered(found(head, at(last.seq + 1n), 'truncated', 'The strand was cut off here.'))
  if (known < last.seq)
    tampered(found(head, at(known + 1n), 'inserted', 'The link stands behind the strand’s head.'))
  if (!head.hash.equals(last.hash))
    tampered(found(head, at(known), 'altered', 'The head does not name this link.'))
}

const bodyOfLink = (chain: string, { kind, at, adopted, ids, digests }: Link) =>
  bodyOf({ chain, kind, at, adopted, ids, digests: digests.toString('hex') })

/** Whether the link fits behind some other one of its strand: then it was moved, not altered. Reads the strand. */
const stoodElsewhere = async (handle: Db | Tx, head: Head, link: Link): Promise<boolean> => {
  const body = bodyOfLink(head.chain, link)
  const fits = (seq: bigint, previous: Buffer) => hashOf(head.strand, seq, previous, body).equals(link.hash)
  if (fits(1n, BEFORE_FIRST)) return true
  for await (const other of readLinks(handle, head)) {
    const seq = BigInt(other.seq)
    // Behind the other where it stands now, or where it stood if the two were exchanged.
    if (fits(seq + 1n, other.hash) || fits(seq, other.hash)) return true
  }
  return false
}

const idOf = (strand: string, seq: bigint | string) => `${strand}/${seq}`

const found = ({ chain }: Head, id: string, what: Tampering, why: string) => ({
  ...{ chain, kind: 'chain_links', id, what, why },
})
