import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { type Judge, type Sorted, sortBatch } from '../judging/judge-batch.ts'
import type { KeptDocument } from '../kept/batch.ts'
import { loadRows } from '../kept/load-rows.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { type Before, type Verdict, writeVerdicts } from '../kept/write-verdicts.ts'
import { good } from './check.ts'
import type { Gathered } from './gather-batch.ts'
import { isInTheWay, type Ready, readyFor, storeReady } from './store.ts'

/** Rows that wait to be written, with what their documents are: good ones, or ready where the import stores. */
export type Judged = Pick<Gathered, 'rows'> & Pick<Sorted, 'bad'> & { good: KeptDocument[]; ready: Ready[] }

/** Stores by itself, at the end of its file where the rows of a document may stand anywhere in it. */
export const storesItself = ({ unattended, check_only }: ImportRecord) => unattended && !check_only

/** Judges rows while they are loaded, as far as that holds; what must be looked at one by one stays pending. */
export const judgeGathered = async (
  by: Judge,
  one: ImportRecord,
  { rows, documents }: Gathered,
): Promise<Judged> => {
  if (storesItself(one) && !one.in_order) return { rows, bad: [], good: [], ready: [] }
  const { bad, fresh } = await sortBatch(by, documents)
  return storesItself(one)
    ? { rows, bad, good: [], ready: fresh.map(readyFor) }
    : { rows, bad, good: fresh.map(({ kept }) => kept), ready: [] }
}

/**
 * Writes the next rows of an import, and what their documents are: good, bad, or stored where it stores by itself; in
 * one transaction. Documents that earlier rows began stay pending, or become it again. Answers the import behind them.
 */
export const loadBatch = async (by: Judge, one: ImportRecord, judged: Judged): Promise<ImportRecord> => {
  try {
    return await inTransaction(by.db, (tx) => write(tx, by, { one, judged }))
  } catch (error) {
    if (!isInTheWay(error)) throw error
    // One of them stands in the way of the others: they go through the door one by one, later.
    return inTransaction(by.db, (tx) => write(tx, by, { one, judged: { ...judged, ready: [] } }))
  }
}

type Batch = { one: ImportRecord; judged: Judged }

const write = async (tx: Tx, by: Judge, { one, judged }: Batch): Promise<ImportRecord> => {
  const { rows, bad, ready } = judged
  const loaded = await loadRows(tx, one, { rows, done: doneWith(one, judged), now: by.now })
  const isNew = ({ document }: { document: number }) => loaded.fresh.has(document)
  const verdicts = [
    ...loaded.outdated.map(pendingAgain),
    ...bad.filter(isNew),
    ...judged.good.filter(isNew).map(({ document }) => good(document)),
    ...(await storeReady(
      tx,
      by,
      ready.filter(({ kept }) => isNew(kept)),
    )),
  ]
  const before = [
    ...loaded.outdated,
    ...verdicts.filter(isNew).map(({ document }): Before => ({ document, state: 'pending', rows_bad: 0 })),
  ]
  await writeVerdicts(tx, loaded.one, { verdicts, before, now: by.now })
  return loaded.one
}

/**
 * Documents at their end of which nobody corrects anything any more: stored ones are there themselves, and what was
 * only checked is the file. Where documents stand in order no later row belongs to them.
 */
const doneWith = (one: ImportRecord, { good, ready }: Judged): ReadonlySet<number> => {
  const done = one.unattended && one.in_order ? [...good, ...ready.map(({ kept }) => kept)] : []
  return new Set(done.map(({ document }) => document))
}

const pendingAgain = ({ document }: Before): Verdict => ({
  ...{ document, state: 'pending', faults: [], document_id: null },
})
