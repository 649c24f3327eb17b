import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Anchors } from './anchor.ts'
import { openCovered } from './covered.ts'
import { endRecords } from './end.ts'
import type { RecordKind } from './kind.ts'
import { type Problem, Tampered } from './problem.ts'
import { readStrands } from './read-links.ts'
import { verifyAnchors } from './verify-anchors.ts'
import { countRecords, inPieces, verifyCovered, verifyRecords } from './verify-records.ts'
import { followStrand } from './verify-strand.ts'

/** How much was looked at before the first problem, or all. */
export type Checked = { strands: number; links: number; records: number; anchors: number }
export type Verdict = { intact: boolean; checked: Checked; first_problem: Problem | null }
/** How many records were looked at, of all that there are. */
export type Progress = { done: number; total: number }

type Wanted = {
  kinds: readonly RecordKind[]
  anchors: Anchors
  /** Called before each piece of work, which takes some milliseconds. */
  pause?: () => Promise<void>
  /** Told at the beginning and after each hundredth. */
  tell?: (progress: Progress) => Promise<void>
  /** Records that one statement reads, but for one link's more. */
  rows_max?: number
}

const ROWS_AT_ONCE = 500
const TELLINGS = 100

/**
 * Looks for the first row of evidence that was altered, removed, inserted, reordered, truncated or rewritten: follows
 * every strand, holds each record against its digest, looks for records without a link and for rows that disagree
 * with what was kept of them, and last holds the anchors against the links. `handle` is one snapshot. No statement
 * reads more than a bounded number of rows, and memory grows by a bit for each record.
 */
export const verify = async (handle: Db | Tx, wanted: Wanted): Promise<Verdict> => {
  const { kinds, anchors, pause, tell, rows_max = ROWS_AT_ONCE } = wanted
  const checked: Checked = { strands: 0, links: 0, records: 0, anchors: 0 }
  // Before the snapshot, which must have all that they name.
  const files = await anchors.list()
  const known = new Map([...kinds, endRecords].map((kind) => [kind.table, kind]))
  const covered = openCovered()
  const progress = await openProgress(handle, { known, rows_max, tell })
  try {
    for await (const head of readStrands(handle)) {
      for await (const links of inPieces(followStrand(handle, head), rows_max)) {
        await pause?.()
        await verifyRecords(handle, links, { chain: head.chain, kinds: known, rows_max })
        for (const { kind, ids } of links) for (const id of ids) covered.add(kind, id)
        checked.links += links.length
        checked.records += links.reduce((sum, { ids }) => sum + ids.length, 0)
        await progress(checked.records)
      }
      checked.strands += 1
    }
    for (const kind of known.values()) await verifyCovered(handle, kind, { covered, rows_max })
    for (const kind of known.values()) await requireAgreement(handle, kind, rows_max)
    checked.anchors = await verifyAnchors(handle, anchors, { files, rows_max })
  } catch (error) {
    if (error instanceof Tampered) return { intact: false, checked, first_problem: error.problem }
    throw error
  }
  return { intact: true, checked, first_problem: null }
}

type Telling = { known: ReadonlyMap<string, RecordKind>; rows_max: number } & Pick<Wanted, 'tell'>

const openProgress = async (handle: Db | Tx, { known, rows_max, tell }: Telling) => {
  if (!tell) return async () => {}
  let total = 0
  for (const kind of known.values()) total += await countRecords(handle, kind, rows_max)
  await tell({ done: 0, total })
  let told = 0
  return async (done: number) => {
    if (done - told < total / TELLINGS) return
    told = done
    await tell({ done, total })
  }
}

const requireAgreement = async (handle: Db | Tx, kind: RecordKind, rows_max: number) => {
  const other = await kind.compare?.(handle, rows_max)
  if (other) throw new Tampered({ ...other, what: 'altered' })
}

/** The same in a snapshot of its own, which sees no later writing and keeps nobody from it. */
export const verifySnapshot = (db: Db, wanted: Wanted): Promise<Verdict> =>
  inTransaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx)
    return verify(tx, wanted)
  })
