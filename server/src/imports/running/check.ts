import { inTransaction } from '../../platform/db/database.ts'
import { checkFresh } from '../judging/check-fresh.ts'
import { checkKnown, type Judge } from '../judging/judge-batch.ts'
import type { KeptDocument, openBatches } from '../kept/batch.ts'
import { isAllStored, moveImport } from '../kept/move.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { type Verdict, writeVerdicts } from '../kept/write-verdicts.ts'

/** Who goes through an import, batch by batch. */
export type Going = Judge & { batches: ReturnType<typeof openBatches> }

/** Judges the next documents of an import that is `checking`; after the last one it waits for a person, or is done. */
export const checkBatch = async (by: Going, one: ImportRecord): Promise<void> => {
  const wanted = { import_id: one.id, after: one.done_to, states: ['pending'] as const }
  const documents = await by.batches(wanted)
  const done_to = documents.at(-1)?.document
  if (done_to === undefined) {
    const state = one.unattended || isAllStored(one) ? 'done' : 'checked'
    await inTransaction(by.db, (tx) => moveImport(tx, one, { state, now: by.now }))
    return
  }
  const verdicts = await judgeAll(by, documents)
  await inTransaction(by.db, (tx) =>
    writeVerdicts(tx, one, { verdicts, before: documents, now: by.now, done_to }),
  )
}

/** What each of these documents would become if it were stored. */
export const judgeAll = async (by: Judge, documents: readonly KeptDocument[]): Promise<Verdict[]> => {
  const { verdicts, known } = await checkFresh(by, documents)
  for (const each of known) verdicts.push(await checkKnown(by, each))
  return verdicts
}
