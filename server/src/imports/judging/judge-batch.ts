import type { Caller } from '#domain/access/caller.ts'
import { type Problem, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { numbersInUse } from '../../documents/life/create-many.ts'
import { type JudgedNew, judgeNew } from '../../intake/accept-new.ts'
import type { openPlaces } from '../../intake/place.ts'
import { type Db, isUniqueViolation } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { KeptDocument } from '../kept/batch.ts'
import { Superseded } from '../kept/superseded.ts'
import { silent, type Verdict } from '../kept/write-verdicts.ts'
import type { FileDocument } from '../reading/content.ts'
import { meansEdit, takeDocument } from './take-document.ts'
import { type Told, toldOf } from './told.ts'
import { badVerdict, documentOf, type Reading } from './verdict.ts'

/** Who judges: the maker of an import, by the rights and the time of this batch. */
export type Judge = {
  db: Db
  caller: Caller
  now: Date
  log: Log
  place: ReturnType<typeof openPlaces>
} & Reading

export type Known = { kept: KeptDocument; file: FileDocument }

/**
 * What a batch of documents is: the bad ones, `fresh` ones that nothing stands in the way of, and `known` ones, whose
 * number is in use and which the door must look at one by one.
 */
export type Sorted<F> = { bad: Verdict[]; fresh: F[]; known: Known[] }

/**
 * Judges documents of an import without storing anything. `keep` says what is wanted of a fresh one, so that what was
 * judged is not held for hundreds of them.
 */
export const sortBatch = async <F>(
  by: Judge,
  documents: readonly KeptDocument[],
  keep: (kept: KeptDocument, judged: JudgedNew, told: Told) => F,
): Promise<Sorted<F>> => {
  const sorted: Sorted<F> = { bad: [], fresh: [], known: [] }
  const numbers = documents.map(({ invoice_number }) => invoice_number).filter((number) => number !== '')
  const in_use = await numbersInUse(by.db, by.caller, numbers)
  for (const kept of documents) {
    const file = documentOf(kept, by)
    const needs_door = in_use.has(kept.invoice_number) || meansEdit(file)
    if (needs_door && !file.fault) sorted.known.push({ kept, file })
    else {
      const judged = await judgedOrBad(by, kept, file)
      if ('faults' in judged) sorted.bad.push(judged)
      // A mapping gave it another number than the file.
      else if (judged.document.invoice_number !== kept.invoice_number) sorted.known.push({ kept, file })
      else sorted.fresh.push(keep(kept, judged, toldOf(file, judged)))
    }
  }
  return sorted
}

const judgedOrBad = (by: Judge, kept: KeptDocument, file: FileDocument): Promise<JudgedNew | Verdict> =>
  orBad(by, { kept, file }, async () => {
    if (file.fault) throw file.fault
    refuseBadTexts(file.payload)
    return judgeNew(by, file.payload)
  })

/** What `work` says of a known document where nothing is stored. */
export const checkKnown = (by: Judge, known: Known): Promise<Verdict> =>
  orBad(by, known, async () => {
    const taken = await takeDocument({ ...by, lane: 'bulk', check_only: true }, known.file)
    const { document } = known.kept
    return taken.already
      ? { ...silent(document, 'already'), document_id: taken.row.id }
      : { ...silent(document, 'good'), ...toldOf(known.file, taken) }
  })

/** The answer of `work`, or the verdict that the document cannot be taken. Throws what is not the document's fault. */
export const orBad = async <T>(
  { headings, log }: Pick<Judge, 'headings' | 'log'>,
  { kept, file }: Known,
  work: () => Promise<T>,
): Promise<T | Verdict> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Superseded) throw error
    const problem = whatIsWrong(error)
    if (!problem) throw error
    if (!(error instanceof ProblemError))
      log.error({ err: error }, 'a document of an import could not be judged')
    return badVerdict(kept, { file, problem, headings })
  }
}

/** One of the documents that were to be stored together had begun with earlier rows. */
export class InTheWay extends Error {}

/**
 * Whether documents cannot be stored together for one that is at fault, or with which we are: that holds up no others.
 * What nobody expects of a document is logged, since one by one it may go well.
 */
export const isOfOne = ({ log }: Pick<Judge, 'log'>, error: unknown): boolean => {
  if (error instanceof Superseded || whatIsWrong(error) === undefined) return false
  const is_expected =
    error instanceof ProblemError || error instanceof InTheWay || isUniqueViolation(error, 'documents_number')
  if (!is_expected) log.error({ err: error }, 'documents of an import could not be stored together')
  return true
}

/** A fault of ours in one document must not hold up the others; that the database is away holds up all. */
const whatIsWrong = (error: unknown): Problem | undefined => {
  if (!(error instanceof ProblemError)) return OURS
  return error.problem.kind === 'unavailable' ? undefined : error.problem
}

const OURS: Problem = {
  kind: 'unavailable',
  code: 'fault',
  message: 'Something went wrong on the server with this document. It was not stored.',
  retry_after_s: 5,
}
