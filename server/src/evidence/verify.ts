import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Anchors } from './anchor.ts'
import { endRecords } from './end.ts'
import type { RecordKind } from './kind.ts'
import { type Problem, Tampered } from './problem.ts'
import { readStrands } from './read-links.ts'
import { verifyAnchors } from './verify-anchors.ts'
import { verifyCovered, verifyRecords } from './verify-records.ts'
import { followStrand } from './verify-strand.ts'

/** How much was looked at before the first problem, or all. */
export type Checked = { strands: number; links: number; records: number; anchors: number }
export type Verdict = { intact: boolean; checked: Checked; first_problem: Problem | null }

type Wanted = {
  kinds: readonly RecordKind[]
  anchors: Anchors
  /** Called before each piece of work, which takes some milliseconds. */
  pause?: () => Promise<void>
}

/**
 * Looks for the first row of evidence that was altered, removed, inserted, reordered, truncated or rewritten: follows
 * every strand, holds each record against its digest, looks for records without a link and for rows that disagree
 * with what was kept of them, and last holds the anchors against the links. `handle` is one snapshot. Memory does not
 * grow with the archive.
 */
export const verify = async (handle: Db | Tx, { kinds, anchors, pause }: Wanted): Promise<Verdict> => {
  const checked: Checked = { strands: 0, links: 0, records: 0, anchors: 0 }
  // Before the snapshot, which must have all that they name.
  const files = await anchors.list()
  const known = new Map([...kinds, endRecords].map((kind) => [kind.table, kind]))
  try {
    for await (const head of readStrands(handle)) {
      for await (const link of followStrand(handle, head)) {
        const kind = known.get(link.kind)
        if (!kind) throw new Error(`This version does not know the records of ${link.kind}.`)
        await pause?.()
        await verifyRecords(handle, kind, { chain: head.chain, link })
        checked.links += 1
        checked.records += link.ids.length
      }
      checked.strands += 1
    }
    for (const kind of known.values()) await verifyCovered(handle, kind)
    for (const kind of known.values()) await requireAgreement(handle, kind)
    checked.anchors = await verifyAnchors(handle, anchors, files)
  } catch (error) {
    if (error instanceof Tampered) return { intact: false, checked, first_problem: error.problem }
    throw error
  }
  return { intact: true, checked, first_problem: null }
}

const requireAgreement = async (handle: Db | Tx, kind: RecordKind) => {
  const other = await kind.compare?.(handle)
  if (other) throw new Tampered({ ...other, what: 'altered' })
}

/** The same in a snapshot of its own, which sees no later writing and keeps nobody from it. */
export const verifySnapshot = (db: Db, wanted: Wanted): Promise<Verdict> =>
  inTransaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx)
    return verify(tx, wanted)
  })
