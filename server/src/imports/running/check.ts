import type { JudgedNew } from '../../intake/accept-new.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { checkKnown, type Judge, sortBatch } from '../judging/judge-batch.ts'
import type { KeptDocument, openBatches } from '../kept/batch.ts'
import { isAllStored, moveImport } from '../kept/move.ts'
import type { ImportRecord } from '../kept/tables.ts'
import type { Warning } from '../kept/warnings.ts'
import { silent, type Verdict, writeVerdicts } from '../kept/write-verdicts.ts'

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
  const { bad, fresh, known } = await sortBatch(by, documents, goodFor)
  const verdicts: Verdict[] = [...bad, ...fresh]
  for (const each of known) verdicts.push(await checkKnown(by, each))
  return verdicts
}

/** A new document that would be taken, for `sortBatch`. */
export const goodFor = ({ document }: KeptDocument, _: JudgedNew, warnings: Warning[]): Verdict => ({
  ...silent(document, 'good'),
  warnings,
})
