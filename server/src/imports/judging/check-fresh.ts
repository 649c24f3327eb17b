import { ProblemError } from '#domain/problems.ts'
import { checkNotes, type JudgedNew, noteIn, originalIn } from '../../intake/accept-new.ts'
import type { KeptDocument } from '../kept/batch.ts'
import { silent, type Verdict } from '../kept/write-verdicts.ts'
import { type Judge, type Known, orBad, sortBatch } from './judge-batch.ts'
import type { Told } from './told.ts'
import { documentOf } from './verdict.ts'

/** A new document that would be taken: `note` is held against its original first, `original` bears notes beside it. */
type Good = {
  kept: KeptDocument
  verdict: Verdict
  note: ReturnType<typeof noteIn>
  original: ReturnType<typeof originalIn>
}

const goodFor = (kept: KeptDocument, judged: JudgedNew, told: Told): Good => ({
  ...{ kept, verdict: { ...silent(kept.document, 'good'), ...told } },
  ...{ note: noteIn(judged), original: originalIn(judged) },
})

/**
 * What documents of an import would become if they were stored, all but the `known` ones. A note is held against its
 * original as if it were stored, be it one of these documents, and each by itself: how many of several fit one original
 * turns out as they are stored.
 */
export const checkFresh = async (
  by: Judge,
  documents: readonly KeptDocument[],
): Promise<{ verdicts: Verdict[]; known: Known[] }> => {
  const { bad, fresh, known } = await sortBatch(by, documents, goodFor)
  const verdicts = [...bad]
  const beside = fresh.flatMap(({ original }) => original ?? [])
  const all_fit = await fitTogether(by, fresh, beside)
  for (const good of fresh) verdicts.push(all_fit ? good.verdict : await checkNote(by, good, beside))
  return { verdicts, known }
}

type Beside = Parameters<typeof checkNotes>[2]

/** Most do, and are asked for at once. */
const fitTogether = async (by: Judge, fresh: readonly Good[], beside: Beside): Promise<boolean> => {
  const notes = fresh.flatMap(({ note }) => note ?? [])
  if (notes.length === 0) return true
  try {
    await checkNotes(by, notes, beside)
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'invalid_fields') return false
    throw error
  }
}

const checkNote = (by: Judge, { kept, verdict, note }: Good, beside: Beside): Promise<Verdict> =>
  note
    ? orBad(by, { kept, file: documentOf(kept, by) }, async () => {
        await checkNotes(by, [note], beside)
        return verdict
      })
    : Promise.resolve(verdict)
