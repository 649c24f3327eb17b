import { sql } from 'kysely'
import { type Caller, callerId } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import type { Files } from '../platform/files/files.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { knownColumns, type Matched, proposeColumns } from './columns.ts'
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

/** So often another upload may come between, and be cancelled again at once. */
const TRIES_MAX = 3

/**
 * Makes an import of a file. The same file of the same caller once more makes none: it answers the first one, and the
 * second copy is thrown away, unless that of the first one is gone. One that has ended is gone through anew, since what
 * its documents are held against may be another one by now: what is stored is found again, what was taken back is not.
 */
export const keepImport = async (by: By, wanted: NewImport): Promise<ImportRecord> => {
  // The doors of programs refuse headings that are not ours, and guess nothing.
  const { headings } = wanted.survey
  const columns = wanted.unattended
    ? knownColumns(headings)
    : await proposeColumns(by, { headings, sender_entity_id: wanted.sender_entity_id })
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const made = await insertImport(by, wanted, columns)
    if (made) return made
    const first = await findFirst(by, wanted)
    if (!first) continue
    const mended = await replaceLost(by, first, wanted.file)
    if (!mended) await by.files.remove(wanted.file.file_key)
    return (await goThroughAnew(by, first, wanted.survey)) ?? mended ?? first
  }
  throw conflict('wrong_state', 'This file is being uploaded and cancelled elsewhere. Please try again.')
}

const insertImport = (by: By, { file, survey, ...told }: NewImport, columns: Matched) =>
  inTransaction(by.db, async (tx) => {
    const row = await on(tx)
      .insertInto('imports')
      .values({
        ...{ ...told, ...file, ...columns, format: survey.format, headings: survey.headings },
        ...{ notes: survey.notes, semicolons: survey.semicolons, samples: JSON.stringify(survey.samples) },
        file_bytes: String(file.file_bytes),
        maker_id: callerId(by.caller),
        maker_kind: by.caller.kind,
        state: told.unattended ? 'loading' : 'matching',
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

/** The import that stands in the way; undefined where it was cancelled meanwhile. */
const findFirst = ({ db, caller }: By, { file, check_only, unattended }: NewImport) =>
  ownImports(db, caller)
    .where('file_hash', '=', file.file_hash)
    .where('check_only', '=', check_only)
    .where('unattended', '=', unattended)
    .where('state', 'not in', ['cancelled', 'failed'])
    .selectAll()
    .executeTakeFirst()

/**
 * Undefined where it is on its way, and where somebody has begun to mend what is left of it, or has mended it and not
 * stored it yet: those corrections stay. A person says once more what its columns are.
 */
const goThroughAnew = async ({ db, now }: By, { id, unattended }: ImportRecord, { semicolons }: Survey) =>
  inTransaction(db, async (tx) => {
    const row = await on(tx)
      .updateTable('imports')
      .set({ ...unread(now), semicolons, ...(!unattended && { state: 'matching' }) })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .where((eb) =>
        eb.or([
          eb.and([eb('bad', '=', 0), eb('good', '=', 0), eb('pending', '=', 0)]),
          eb.not(
            eb.exists(eb.selectFrom('import_changes').where('import_id', '=', id).select(sql`1`.as('one'))),
          ),
        ]),
      )
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    await tell(tx, importMoved, { maker_id: row.maker_id })
    if (unattended) await enqueue(tx, importJob, { import_id: id }, { singleton_key: id })
    return row
  })

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
