import { createHash } from 'node:crypto'
import { canonicalLink } from '#domain/evidence/canonical.ts'

/** What comes before the first link of a strand. */
export const BEFORE_FIRST = Buffer.alloc(32)
export const CHAIN_LABEL = 'lulus/chain/1'

/** SHA-256 of all that a link says beside its place. */
export const bodyOf = (link: Parameters<typeof canonicalLink>[0]): Buffer =>
  createHash('sha256').update(canonicalLink(link)).digest()

/** The hash of a link at its place, as `seal` has PostgreSQL compute it. */
export const hashOf = (strand: string, seq: bigint, previous: Buffer, body: Buffer): Buffer => {
  const place = Buffer.alloc(8)
  place.writeBigInt64BE(seq)
  const hash = createHash('sha256').update(CHAIN_LABEL)
  return hash
    .update(Buffer.from(strand.replaceAll('-', ''), 'hex'))
    .update(place)
    .update(previous)
    .update(body)
    .digest()
}
