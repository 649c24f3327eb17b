import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { checkFresh } from '../judging/check-fresh.ts'
import { InTheWay, isOfOne, type Judge, sortBatch } from '../judging/judge-batch.ts'
import { loadRows } from '../kept/load-rows.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { silent, type Verdict, writeVerdicts } from '../kept/write-verdicts.ts'
import type { Gathered } from './gather-batch.ts'
import { type Ready, readyFor, storeReady } from './store.ts'

/** Rows that wait to be written, with what their documents are, or those that are ready where the import stores. */
export type Judged = Pick<Gathered, 'rows'> & { told: Verdict[]; ready: Ready[] }

/** Stores by itself, at the end of its file where the rows of a document may stand anywhere in it. */
export const storesItself = ({ unattended, check_only }: ImportRecord) => unattended && !check_only

/** Judges rows while they are loaded, as far as that holds; what must be looked at one by one stays pending. */
export const judgeGathered = async (
  by: Judge,
  one: ImportRecord,
  { rows, documents }: Gathered,
): Promise<Judged> => {
  if (storesItself(one) && !one.in_order) return { rows, told: [], ready: [] }
  if (storesItself(one)) {
    const { bad, fresh } = await sortBatch(by, documents, readyFor)
    return { rows, told: bad, ready: fresh }
  }
  const { verdicts } = await checkFresh(by, documents)
  return { rows, told: verdicts, ready: [] }
}

/** A batch that is being written: when its documents are in, and the import behind it when all of it is. */
export type Writing = { inserted: Promise<void>; loaded: Promise<ImportRecord> }

/**
 * Writes the next rows of an import, and what their documents are: good, bad, or stored where it stores by itself; in
 * one transaction. Documents that earlier rows began stay pending, or become it again. Documents are inserted while the
 * batches before are written, and nothing else: so these never wait for a lock that this one holds.
 */
export const loadBatch = (by: Judge, before: Writing, judged: Judged): Writing => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const inserted = () => {
    resolve()
    return before.loaded
  }
  const load = async () => {
    try {
      if (locksOthers(judged)) await before.inserted
      return await inTransaction(by.db, async (tx) => {
        const stored = await storeReady(tx, { ...by, inserted }, judged.ready)
        return write(tx, by, { one: await inserted(), judged, stored })
      })
    } catch (error) {
      if (!isOfOne(by, error)) throw error
      const one = await inserted()
      // One of them stands in the way of the others: they go through the door one by one, later.
      const rest = { ...judged, ready: [] }
      return await inTransaction(by.db, (tx) => write(tx, by, { one, judged: rest, stored: [] }))
    } finally {
      resolve()
    }
  }
  const loaded = load()
  // Whoever waits for it hears of it.
  loaded.catch(() => {})
  return { inserted: promise, loaded }
}

/** Numbers are of one batch; but notes hold the documents that they credit, as those of the batch before may do. */
const locksOthers = ({ ready }: Judged) => ready.some(({ ready: { note } }) => note !== undefined)

type Batch = { one: ImportRecord; judged: Judged; stored: readonly Verdict[] }

const write = async (tx: Tx, by: Judge, { one, judged, stored }: Batch): Promise<ImportRecord> => {
  const { rows, told } = judged
  const verdicts = [...told, ...stored]
  const loaded = await loadRows(tx, one, { rows, verdicts, done: doneWith(one, judged), now: by.now })
  if (!stored.every(({ document }) => loaded.fresh.has(document))) throw new InTheWay()
  if (loaded.outdated.length > 0) {
    const again = loaded.outdated.map(({ document }) => silent(document, 'pending'))
    await writeVerdicts(tx, loaded.one, { verdicts: again, before: loaded.outdated, now: by.now })
  }
  return loaded.one
}

/**
 * Documents at their end of which nobody corrects anything any more: stored ones are there themselves, and what was
 * only checked is the file. Where documents stand in order no later row belongs to them.
 */
const doneWith = (one: ImportRecord, { told, ready }: Judged): ReadonlySet<number> => {
  const good = told.filter(({ state }) => state === 'good')
  const done = one.unattended && one.in_order ? [...good, ...ready.map(({ kept }) => kept)] : []
  return new Set(done.map(({ document }) => document))
}
