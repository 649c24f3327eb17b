import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ImportReply, imports } from '#contract/imports.ts'
import type { Caller } from '#domain/access/caller.ts'
import { invalidFields, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { sameAsStored } from '../documents/life/same-as-stored.ts'
import type { Lane } from '../documents/store/tables.ts'
import { type Accepted, acceptDocument } from '../intake/accept.ts'
import { type Coming, settle, takeAll } from '../intake/take-all.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import type { FileContent, FileDocument } from './content.ts'
import { errorFile, type Refused } from './error-file.ts'
import { readFile } from './read-file.ts'

type By = { db: Db; caller: Caller; now: Date; log: Log; request_id: string }
type Input = z.output<(typeof imports.csv)['form']> & { content: Readable }

/**
 * Reads a whole file, then takes its documents one by one, as `submitAll` does. What this caller has stored already in
 * the very same words is answered again; with `check_only` nothing is stored.
 */
export const takeFile = async (by: By, { content, ...form }: Input): Promise<ImportReply> => {
  const { encoding, ...file } = await readFile(content)
  const check_only = form.check_only === true
  const already_taken: string[] = []
  const refused: Refused[] = []
  const lane = file.documents.length > 1 ? 'bulk' : 'single'
  const take = taking({ ...by, lane, check_only }, already_taken)
  const coming = file.documents.map(
    (document): Coming => ({
      payload: { invoice_number: document.invoice_number },
      take: () => take(document),
      inWords: (problem) => {
        refused.push({ rows: document.rows, faults: document.byRow(problem) })
        return document.inWords(problem)
      },
    }),
  )
  const { reply, first } = await takeAll(by, coming)
  return settle({
    first,
    reply: {
      ...reply,
      ...(check_only && { check_only, UUIDs: [] }),
      ...(already_taken.length > 0 && { already_taken }),
      ...(encoding === 'Windows-1252' && { notes: [WINDOWS_1252] }),
      ...(form.with_error_file === true && withErrors(file, refused)),
    },
  })
}

const WINDOWS_1252 =
  'The file is not UTF-8 and was read as Windows-1252. Look at letters with accents before you rely on them.'

const withErrors = ({ headings }: FileContent, refused: readonly Refused[]) =>
  headings && refused.length > 0 ? { error_file: errorFile(headings, refused) } : {}

type Taker = Omit<By, 'log' | 'request_id'> & { lane: Lane; check_only: boolean }

const taking = (by: Taker, already_taken: string[]) => {
  const numbers = new Set<string>()
  const same = async (invoice_number: string, original: string): Promise<Accepted | undefined> => {
    const row = await sameAsStored(by, { invoice_number, original })
    if (row) already_taken.push(invoice_number)
    return row && { row, changes: [], warnings: [] }
  }
  return async ({ invoice_number, payload, fault, changes }: FileDocument): Promise<Accepted> => {
    if (fault) throw fault
    refuseBadTexts(payload)
    if (numbers.has(invoice_number)) throw invalidFields({ invoice_number: [TWICE] })
    numbers.add(invoice_number)
    const original = JSON.stringify(payload)
    const before = await same(invoice_number, original)
    if (before) return before
    try {
      const accepted = await acceptDocument(by, payload)
      return { ...accepted, changes: [...changes, ...accepted.changes] }
    } catch (error) {
      // The same file twice at once: the other call has stored it meanwhile.
      const twin = isConflict(error) && (await same(invoice_number, original))
      if (twin) return twin
      throw error
    }
  }
}

const TWICE = 'This number stands twice in the file.'

const isConflict = (error: unknown) => error instanceof ProblemError && error.problem.kind === 'conflict'
