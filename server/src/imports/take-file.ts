import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { isFields } from '#codes/own.ts'
import { importSteps } from '#contract/imports/steps.ts'
import type { ImportReply, imports } from '#contract/imports.ts'
import type { Caller } from '#domain/access/caller.ts'
import { isNote } from '#domain/documents/document.ts'
import { invalidFields } from '#domain/problems.ts'
import { type Shaping, shapePayload } from '#domain/shaping/pipeline.ts'
import { type Coming, settle, takeAll } from '../intake/take-all.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Log } from '../platform/log/log.ts'
import { readSetting } from '../settings/read.ts'
import { shaping } from '../shaping/read.ts'
import { bytesFor, companyOf } from './begin.ts'
import { type Copy, openCopy, orDiscard } from './copy.ts'
import { openBeside } from './judging/check-beside.ts'
import { type Taker, takeDocument } from './judging/take-document.ts'
import { keepImport } from './keep-import.ts'
import type { FileContent, FileDocument } from './reading/content.ts'
import { errorFile, type Refused } from './reading/error-file.ts'
import { readFile } from './reading/read-file.ts'
import type { Survey } from './reading/survey.ts'

type By = {
  db: Db
  files: Files
  caller: Caller
  recheck(): Promise<Caller>
  now: Date
  log: Log
  request_id: string
  answerLater(location: string): void
}
type Input = z.output<(typeof imports.csv)['form']> & { content: Readable; name: string }

/**
 * Reads a whole file, then takes its documents one by one, as `submitAll` does. What this caller has stored already in
 * the very same words is answered again; with `check_only` nothing is stored. A file of more documents than a call
 * answers becomes an import that goes through all steps by itself, and is answered with its id.
 */
export const takeFile = async (by: By, input: Input): Promise<ImportReply> => {
  const rows_max = await readSetting(by.db, 'imports.rows_max')
  const copy = openCopy(by.files, bytesFor(rows_max))
  return orDiscard(copy, async () => {
    const how = { rows_max, shaping: await shaping.current(by.db) }
    const read = await readFile(copy.through(input.content), how)
    const now = { ...by, caller: await by.recheck() }
    if ('large' in read) return takeLater(now, input, { survey: read.large, copy })
    await copy.discard()
    return takeNow(now, input, { ...read, shaping: how.shaping })
  })
}

const takeLater = async (by: By, input: Input, { survey, copy }: { survey: Survey; copy: Copy }) => {
  const check_only = input.check_only === true
  const made = await keepImport(by, {
    file: { ...(await copy.keep()), file_name: input.name },
    ...{ survey, check_only, unattended: true, sender_entity_id: await companyOf(by, '') },
  })
  by.answerLater(importSteps.read.path.replace(':id', made.id))
  return {
    ...{ status: 'Accepted', import_id: made.id, Invoice_Numbers: [], UUIDs: [], errors: [] },
    ...(check_only && { check_only }),
    ...(survey.notes.length > 0 && { notes: survey.notes }),
  }
}

type Whole = { content: FileContent; notes: string[]; shaping: Shaping }

const takeNow = async (by: By, form: Input, whole: Whole): Promise<ImportReply> => {
  const { content, notes } = whole
  const check_only = form.check_only === true
  const already_taken: string[] = []
  const refused: Refused[] = []
  const lane = content.documents.length > 1 ? 'bulk' : 'single'
  const take = taking({ ...by, lane, check_only }, content.documents, already_taken)
  const coming = content.documents.map(
    (document): Coming => ({
      payload: { invoice_number: document.invoice_number },
      // Each note is held to its original, which may stand behind it in the file.
      last: isNoteAs(whole.shaping, document),
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
      ...(notes.length > 0 && { notes }),
      ...(form.with_error_file === true && withErrors(content, refused)),
    },
  })
}

const withErrors = ({ headings, semicolons }: FileContent, refused: readonly Refused[]) =>
  headings && refused.length > 0 ? { error_file: errorFile(headings, refused, { semicolons }) } : {}

/** Whether it is a note by what mappings make of its type. */
const isNoteAs = (shaping: Shaping, { payload }: FileDocument): boolean => {
  const shaped = shapePayload(payload, shaping).payload
  return isFields(shaped) && typeof shaped.invoice_type === 'string' && isNote(shaped.invoice_type)
}

const taking = (by: Taker, all: readonly FileDocument[], already_taken: string[]) => {
  const first = new Map<string, FileDocument>()
  for (const one of all) if (!one.fault && !first.has(one.invoice_number)) first.set(one.invoice_number, one)
  const beside = openBeside(by)
  return async (document: FileDocument) => {
    const { invoice_number, fault } = document
    if (!fault && first.get(invoice_number) !== document) throw invalidFields({ invoice_number: [TWICE] })
    const taken = await takeDocument(by, document)
    if (taken.already) already_taken.push(invoice_number)
    else if (by.check_only) await beside(taken.row)
    return taken
  }
}

const TWICE = 'This number stands twice in the file.'
