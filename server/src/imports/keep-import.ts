import { type Caller, callerId } from '#domain/access/caller.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import type { Files } from '../platform/files/files.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { knownColumns, proposeColumns } from './columns.ts'
import type { Kept } from './copy.ts'
import { demandRoom } from './kept/bound.ts'
import { importMoved } from './kept/facts.ts'
import { ownImports } from './kept/find.ts'
import { type ImportRecord, on } from './kept/tables.ts'
import { unread } from './kept/unread.ts'
import type { Survey } from './reading/survey.ts'
import { importJob } from './running/jobs.ts'

type By = { db: Db; files: Files; caller: Caller; now: Date }

/** A file that was read and kept. An unattended one goes on by itself, its columns being known by their headings. */
export type NewImport = {
  file: Kept & { file_name: string }
  survey: Survey
  check_only: boolean
  unattended: boolean
  sender_entity_id: string | null
}

/**
 * Makes an import of a file. The same file of the same caller once more makes none: it answers the first one, and the
 * second copy is thrown away, unless that of the first one is gone. A check that a program had made is made anew, since
 * what documents are held against may be another one by now.
 */
export const keepImport = async (by: By, wanted: NewImport): Promise<ImportRecord> => {
  const { file, survey, ...told } = wanted
  const { headings, format } = survey
  // The doors of programs refuse headings that are not ours, and guess nothing.
  const columns = told.unattended ? knownColumns(headings) : await proposeColumns(by, { headings, ...told })
  const made = await inTransaction(by.db, async (tx) => {
    const row = await on(tx)
      .insertInto('imports')
      .values({
        ...{ ...told, ...file, ...columns, format, headings, notes: survey.notes },
        file_bytes: String(file.file_bytes),
        maker_id: callerId(by.caller),
        maker_kind: by.caller.kind,
        state: told.unattended ? 'loading' : 'matching',
        samples: JSON.stringify(survey.samples),
        rows_in_file: survey.rows,
        in_order: survey.in_order,
        created_at: by.now,
        modified_at: by.now,
      })
      .onConflict((same) => same.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) await demandRoom(tx, row)
    if (row) await tell(tx, importMoved, { maker_id: row.maker_id })
    if (row && told.unattended) await enqueue(tx, importJob, { import_id: row.id }, { singleton_key: row.id })
    return row
  })
  if (made) return made
  const first = await ownImports(by.db, by.caller)
    .where('file_hash', '=', file.file_hash)
    .where('check_only', '=', told.check_only)
    .where('unattended', '=', told.unattended)
    .where('state', 'not in', ['cancelled', 'failed'])
    .selectAll()
    .executeTakeFirstOrThrow()
  const mended = await replaceLost(by, first, file)
  if (!mended) await by.files.remove(file.file_key)
  return (await checkAnew(by, first)) ?? mended ?? first
}

/** Undefined where a person goes on with it, or where it is on its way. */
const checkAnew = async ({ db, now }: By, { id, check_only, unattended }: ImportRecord) => {
  if (!check_only || !unattended) return undefined
  return inTransaction(db, async (tx) => {
    const row = await on(tx)
      .updateTable('imports')
      .set(unread(now))
      .where('id', '=', id)
      .where('state', '=', 'done')
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    await tell(tx, importMoved, { maker_id: row.maker_id })
    await enqueue(tx, importJob, { import_id: id }, { singleton_key: id })
    return row
  })
}

/** A copy of the files that is older than the database lacks some: the same file takes the place of the lost one. */
const replaceLost = async ({ db, files }: By, { id, file_key }: ImportRecord, kept: Kept) => {
  const there = await files.get(file_key)
  there?.content.destroy()
  if (there) return undefined
  return inTransaction(db, (tx) =>
    on(tx)
      .updateTable('imports')
      .set({ file_key: kept.file_key })
      .where('id', '=', id)
      .where('file_key', '=', file_key)
      .returningAll()
      .executeTakeFirst(),
  )
}
