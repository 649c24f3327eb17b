import { Readable } from 'node:stream'
import { ProblemError } from '#domain/problems.ts'
import { tallyTaxes } from '#domain/reports/tax-by-type.ts'
import { countReported, fewReported, reportOf } from '../../documents/reading/report.ts'
import { type ReportedRow, taxedOf } from '../../documents/reading/report-columns.ts'
import { senderEntities } from '../../entities/records/find.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Standby } from '../../platform/db/standby.ts'
import { type Files, isFull } from '../../platform/files/files.ts'
import { csvReply } from '../../platform/lists/csv-reply.ts'
import { workbookReply } from '../../platform/lists/workbook-reply.ts'
import { endRun, Superseded } from '../end.ts'
import { keyOf } from '../remove-files.job.ts'
import { type Reader, readerOf } from '../scope.ts'
import { OPEN_STATES, on, type ReportRun } from '../tables.ts'
import { namesOf, taxSheet } from './tax-sheet.ts'

export type Writing = {
  db: Db
  /** Where there are standbys, they are read: a long report keeps the primary from nothing. */
  standby?: Pick<Standby, 'read' | 'position'> | undefined
  files: Files
  clock: { now(): Date }
}

/** A larger one is refused; a million documents have a fifth of it. */
const FILE_BYTES_MAX = 2_000_000_000
/** How far it is, is told so often. */
const TOLD_EVERY_MS = 500

/**
 * Writes the file of a report, by the rights that its owner has now. May be killed at any time and run twice: each try
 * writes a file of its own, and one of them counts. What another try would not mend ends the report.
 */
export const writeReport = async (
  by: Writing,
  { run_id }: { run_id: string },
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> => {
  const run = await beginTry(by, run_id)
  if (!run) return
  try {
    const reader = await readerOf(by.db, run, by.clock.now())
    if ('refusal' in reader) {
      const end = { state: 'failed', fault: reader.refusal } as const
      return await endRun(by.db, run, { end, now: by.clock.now() })
    }
    await write(by, run, { ...reader, signal })
  } catch (error) {
    if (error instanceof Superseded) return await by.files.remove(keyOf(run, run.attempts))
    await judge(by, run, error)
  }
}

const beginTry = ({ db, clock }: Writing, id: string): Promise<ReportRun | undefined> =>
  on(db)
    .updateTable('report_runs')
    .set((eb) => ({ state: 'running', attempts: eb('attempts', '+', 1), rows: 0, modified_at: clock.now() }))
    .where('id', '=', id)
    .where('state', 'in', OPEN_STATES)
    .returningAll()
    .executeTakeFirst()

type Reading = Reader & { signal: AbortSignal | undefined }

const write = async (by: Writing, run: ReportRun, { caller, signal, ...wanted }: Reading): Promise<void> => {
  const { db, files, clock } = by
  const now = clock.now()
  const read = await readingFor(by)
  const few = await read((there) => fewReported({ db: there, caller, now }, wanted.filters))
  const reported = { ...wanted, few }
  const rows_total = await read((there) => countReported({ db: there, caller, now }, reported))
  if (rows_total === 0 && run.skip_when_empty) {
    return endRun(db, run, { end: { state: 'skipped' }, now: clock.now() })
  }
  const stores = new Set<string>()
  const taxes = tallyTaxes()
  const companies = wanted.depth === 'taxes' && namesOf(await read((there) => senderEntities(there, caller)))
  let rows = 0
  const tellHowFar = progressOf(by, run, rows_total ?? 0)
  const { next: _, ...report } = reportOf({ db, caller, now }, reported, run.format)
  const next = async (after: ReportedRow | undefined, limit: number) => {
    signal?.throwIfAborted()
    const found = await read((there) =>
      reportOf({ db: there, caller, now }, reported, run.format).next(after, limit),
    )
    for (const row of found) {
      stores.add(row.store_code_id)
      if (companies) taxes.add(taxedOf(row, companies))
    }
    rows += found.length
    await tellHowFar(rows)
    return found
  }
  const { content, content_type } =
    run.format === 'csv'
      ? csvReply({ ...report, next })
      : workbookReply({ ...report, next, sheet: 'Invoices', behind: companies ? [taxSheet(taxes)] : [] })
  if (!(content instanceof Readable)) throw new Error('Reports are streams.')
  const file_key = keyOf(run, run.attempts)
  await files.put(file_key, content, { content_type, bytes_max: FILE_BYTES_MAX })
  const written = { file_key, file_name: report.filename, rows, store_code_ids: [...stores] }
  await endRun(db, run, { end: { state: 'done', ...written }, now: clock.now() })
}

type Work<T> = (db: Db) => Promise<T>

/** Reads what had been written when this was called, and perhaps more, batch by batch in a standby or the primary. */
const readingFor = async ({ db, standby }: Writing) => {
  const seen = await standby?.position()
  return <T>(work: Work<T>): Promise<T> => (standby ? standby.read(seen, work) : work(db))
}

/** Tells how far it is (of 0 where all are too many to count), and throws Superseded where nobody wants it any more. */
const progressOf = ({ db, clock }: Writing, run: ReportRun, rows_total: number) => {
  let told_ms = Number.NEGATIVE_INFINITY
  return async (rows: number) => {
    if (performance.now() - told_ms < TOLD_EVERY_MS) return
    told_ms = performance.now()
    const { numUpdatedRows } = await on(db)
      .updateTable('report_runs')
      .set({ rows, rows_total, modified_at: clock.now() })
      .where('id', '=', run.id)
      .where('attempts', '=', run.attempts)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Superseded()
  }
}

/** What is too large stays so; anything else is tried again, and what it was is kept for when that is given up. */
const judge = async ({ db, clock }: Writing, run: ReportRun, error: unknown): Promise<void> => {
  const kind = error instanceof ProblemError ? error.problem.kind : undefined
  if (kind === 'too_large') {
    return endRun(db, run, { end: { state: 'failed', fault: TOO_LARGE }, now: clock.now() })
  }
  if (isFull(error)) {
    await on(db).updateTable('report_runs').set({ fault: NO_ROOM }).where('id', '=', run.id).execute()
  }
  throw error
}

const TOO_LARGE = 'The file would be larger than 2 GB. Narrow the filters.'
const NO_ROOM = 'There is no room left for its file on the disk of the server.'
const GIVEN_UP = 'It could not be written, though it was tried several times.'

/** Nothing tries it any more: its owner reads why. */
export const giveUpReport = async (
  { db, clock }: Pick<Writing, 'db' | 'clock'>,
  { run_id }: { run_id: string },
): Promise<void> => {
  const run = await on(db)
    .selectFrom('report_runs')
    .where('id', '=', run_id)
    .where('state', 'in', OPEN_STATES)
    .selectAll()
    .executeTakeFirst()
  if (!run) return
  await endRun(db, run, { end: { state: 'failed', fault: run.fault || GIVEN_UP }, now: clock.now() })
}
