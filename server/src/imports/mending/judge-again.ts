import type { Caller } from '#domain/access/caller.ts'
import { openPlaces } from '../../intake/place.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Log } from '../../platform/log/log.ts'
import { readBatch } from '../kept/batch.ts'
import { findImport, holdImport } from '../kept/find.ts'
import { isAllStored, moveImport } from '../kept/move.ts'
import { Superseded } from '../kept/superseded.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { readingOf } from '../kept/tell.ts'
import { writeVerdicts } from '../kept/write-verdicts.ts'
import { judgeAll } from '../running/check.ts'
import { importJob } from '../running/jobs.ts'

export type By = { db: Db; caller: Caller; now: Date; log: Log }

/**
 * Judges what is pending in an import that waits for somebody: at once where one batch is all, else the job does it,
 * for which the import is `checking`. `among` says which documents were touched, where that is known, or all of the
 * import are gone through. Answers the import as it is then.
 */
export const judgeAgain = async (by: By, id: string, among?: readonly number[]): Promise<ImportRecord> => {
  const one = await findImport(by.db, by.caller, id)
  // The job has gone on with it meanwhile, and judges what it meets: a verdict beside it would take it out of step.
  if (one.state !== 'checked' && one.state !== 'done') return one
  const wanted = { import_id: id, after: -1, states: ['pending'] as const, ...(among && { among }) }
  const documents = await readBatch(by.db, wanted)
  if (documents.length < one.pending) return leaveToJob(by, id)
  const judge = { ...by, place: openPlaces(by.db, by.caller), ...(await readingOf(by.db, one)) }
  const verdicts = await judgeAll(judge, documents)
  try {
    await inTransaction(by.db, (tx) => writeVerdicts(tx, one, { verdicts, before: documents, now: by.now }))
  } catch (error) {
    // Somebody else has judged them meanwhile.
    if (!(error instanceof Superseded)) throw error
  }
  const judged = await findImport(by.db, by.caller, id)
  return judged.state === 'checked' && isAllStored(judged) ? end(by, id) : judged
}

/** Of an import in which all is stored by now nothing could be done but to cancel it. */
const end = ({ db, caller, now }: By, id: string): Promise<ImportRecord> =>
  inTransaction(db, async (tx) => {
    const held = await holdImport(tx, caller, id)
    if (held.state !== 'checked' || !isAllStored(held)) return held
    return moveImport(tx, held, { state: 'done', now })
  })

const leaveToJob = ({ db, caller, now }: By, id: string): Promise<ImportRecord> =>
  inTransaction(db, async (tx) => {
    const held = await holdImport(tx, caller, id)
    if (held.state !== 'checked' && held.state !== 'done') return held
    await enqueue(tx, importJob, { import_id: id }, { singleton_key: id })
    return moveImport(tx, held, { state: 'checking', now })
  })
