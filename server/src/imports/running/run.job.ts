import { holds } from '#domain/access/caller.ts'
import { loadAbsent } from '../../access/caller.ts'
import { openPlaces } from '../../intake/place.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Judge } from '../judging/judge-batch.ts'
import { openBatches } from '../kept/batch.ts'
import { anyImport } from '../kept/find.ts'
import { moveImport, WORKING } from '../kept/move.ts'
import { Superseded } from '../kept/superseded.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { readingOf } from '../kept/tell.ts'
import { checkBatch } from './check.ts'
import { importJob } from './jobs.ts'
import { load, type Means } from './load.ts'
import { storeBatch } from './store.ts'

/** After so long a run makes room for the imports of others, and asks to be run again. */
const RUN_MS_MAX = 15_000

/**
 * Goes on with an import for a while, by the rights that its maker has now. What a batch does and how far the import
 * has come are one transaction, so a run may be killed at any time, and may run twice.
 */
export const runImport = async (
  means: Means & { log: Log },
  { import_id }: { import_id: string },
  { signal, run_ms_max = RUN_MS_MAX }: { signal?: AbortSignal; run_ms_max?: number } = {},
): Promise<void> => {
  const until_ms = performance.now() + run_ms_max
  const isOver = () => performance.now() > until_ms || signal?.aborted === true
  try {
    await goOn(means, import_id, isOver)
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}

const goOn = async (means: Means & { log: Log }, import_id: string, isOver: () => boolean): Promise<void> => {
  let judge: Judge | undefined
  const batches = openBatches(means.db)
  for (;;) {
    const one = await anyImport(means.db, import_id)
    if (!one || !WORKING.includes(one.state)) return
    judge ??= await judgeOf(means, one)
    if (!judge) return await fail(means, one)
    const by = { ...judge, batches, now: means.clock.now() }
    if (one.state === 'loading') await load({ ...means, judge }, one, isOver)
    else if (one.state === 'checking') await checkBatch(by, one)
    else await storeBatch(by, one)
    if (isOver()) return await askAgain(means, import_id)
  }
}

/** Undefined where its maker may create nothing any more. */
const judgeOf = async (means: Means & { log: Log }, one: ImportRecord): Promise<Judge | undefined> => {
  const { db, clock, log } = means
  const now = clock.now()
  const caller = await loadAbsent(db, { kind: one.maker_kind, id: one.maker_id }, now)
  if (!caller || !holds(caller, 'can_create_invoice')) return undefined
  return { db, caller, now, log, place: openPlaces(db, caller), ...(await readingOf(db, one)) }
}

const fail = ({ db, clock }: Means, one: ImportRecord): Promise<void> =>
  inTransaction(db, async (tx) => {
    await moveImport(tx, one, { state: 'failed', now: clock.now(), fault: NO_RIGHT })
  })

const NO_RIGHT = 'Whoever uploaded this file may not create invoices any more.'

const askAgain = ({ db }: Means, import_id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await enqueue(tx, importJob, { import_id }, { singleton_key: import_id })
  })
