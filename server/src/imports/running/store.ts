import type { StoringMany } from '../../documents/life/create-many.ts'
import { type JudgedNew, type ReadyNew, readyNew, storeNew } from '../../intake/accept-new.ts'
import { warningsNow } from '../../intake/judge.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { isOfOne, type Judge, type Known, orBad, sortBatch } from '../judging/judge-batch.ts'
import { replacesIn, takeDocument } from '../judging/take-document.ts'
import { changesIn, type Told } from '../judging/told.ts'
import { documentOf } from '../judging/verdict.ts'
import { warningsIn } from '../judging/warnings.ts'
import type { KeptDocument } from '../kept/batch.ts'
import { keepKinds } from '../kept/kinds.ts'
import { moveImport } from '../kept/move.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { silent, type Verdict, writeVerdicts } from '../kept/write-verdicts.ts'
import type { Going } from './check.ts'

/**
 * Stores the next documents of an import that is `storing`, each in the transaction that says so of it: a killed run
 * finds what is left. New ones are stored together; where one of them stands in the way of the others, and where a
 * number is in use, they go through the door one by one.
 */
export const storeBatch = async (by: Going, one: ImportRecord): Promise<void> => {
  const wanted = { import_id: one.id, after: one.done_to, states: ['pending', 'good'] as const }
  const documents = await by.batches(wanted)
  const done_to = documents.at(-1)?.document
  if (done_to === undefined) {
    await inTransaction(by.db, (tx) => moveImport(tx, one, { state: 'done', now: by.now }))
    return
  }
  const { bad, fresh, known } = await sortBatch(by, documents, readyFor)
  const together = await storeTogether(by, one, fresh)
  const apart = together ? [] : notesLast(fresh).map(({ kept }) => ({ kept, file: documentOf(kept, by) }))
  for (const each of [...known, ...apart]) await storeOne(by, one, each)
  await inTransaction(by.db, (tx) =>
    writeVerdicts(tx, one, { verdicts: bad, before: documents, now: by.now, done_to }),
  )
}

/** A new document of an import that is about to be stored. */
export type Ready = { kept: KeptDocument; ready: ReadyNew; told: Told }

export const readyFor = (kept: KeptDocument, judged: JudgedNew, told: Told): Ready => ({
  ...{ kept, ready: readyNew(judged), told },
})

/** Each note is held to its original, which may stand behind it in the file. */
const notesLast = (fresh: readonly Ready[]): Ready[] =>
  fresh.toSorted((a, b) => Number(a.ready.note !== undefined) - Number(b.ready.note !== undefined))

const storedAs = ({ document }: KeptDocument, document_id: string, told: Partial<Told> = {}): Verdict => ({
  ...{ ...silent(document, 'stored'), document_id, ...told },
})

/** Whether it was possible. If not, nothing of it was stored. */
const storeTogether = async (by: Judge, one: ImportRecord, ready: readonly Ready[]): Promise<boolean> => {
  if (ready.length === 0) return true
  const before = ready.map(({ kept }) => kept)
  try {
    await inTransaction(by.db, async (tx) => {
      const verdicts = await storeReady(tx, by, ready)
      await writeVerdicts(tx, one, { verdicts, before, now: by.now })
    })
    return true
  } catch (error) {
    if (isOfOne(by, error)) return false
    throw error
  }
}

/** Stores new documents of an import together. Throws where one of them cannot be: then nothing of it holds. */
export const storeReady = async (
  tx: Tx,
  by: Judge & Pick<StoringMany, 'inserted'>,
  all: readonly Ready[],
): Promise<Verdict[]> => {
  if (all.length === 0) return []
  const ids = await storeNew(
    tx,
    { ...by, lane: 'bulk' },
    all.map(({ ready }) => ready),
  )
  return all.map(({ kept, told }, at) => storedAs(kept, ids[at] ?? '', told))
}

const storeOne = async (by: Judge, one: ImportRecord, known: Known): Promise<void> => {
  const { kept, file } = known
  const write = (verdict: Verdict) => ({ verdicts: [verdict], before: [kept], now: by.now })
  let told = false
  const verdict = await orBad(by, known, async (): Promise<Verdict> => {
    const also = async (
      ...[tx, row]: Parameters<NonNullable<Parameters<typeof takeDocument>[0]['also']>>
    ) => {
      const findings = [...replacesIn(file, row), ...warningsNow(row.content, by.now)]
      const warnings = warningsIn(file, findings)
      await writeVerdicts(tx, one, write(storedAs(kept, row.id, { warnings })))
      told = true
    }
    const taken = await takeDocument({ ...by, lane: 'bulk', check_only: false, also }, file)
    const stored = storedAs(kept, taken.row.id, { changes: changesIn(file, taken.shaped) })
    return { ...stored, state: taken.already ? 'already' : 'stored' }
  })
  const is_written = told && verdict.state === 'stored'
  await inTransaction(by.db, (tx) =>
    is_written ? keepKinds(tx, one, [verdict]) : writeVerdicts(tx, one, write(verdict)),
  )
}
