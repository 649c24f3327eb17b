import { sql } from 'kysely'
import { DAY_MS } from '#domain/time/units.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { ENDED, SILENT_MS_MAX, WORKING } from '../kept/move.ts'
import { on } from '../kept/tables.ts'
import { importJob } from './jobs.ts'
import { clearRows, type Means } from './load.ts'

/** So long after the last change to it an import is kept, with its file and all its rows. */
export const IMPORT_KEPT_MS = 30 * DAY_MS
/** And so many of one person's that have ended: the newest. */
export const ENDED_KEPT_MAX = 500
/** As long as these take no more than this: their files, and what their rows take besides. */
export const ENDED_KEPT_BYTES_MAX = 4_000_000_000
const ROW_BYTES = 500
/** Of a document whose rows are not kept. */
const DOCUMENT_BYTES = 200
const IMPORTS_AT_ONCE_MAX = 100

/**
 * Of cancelled imports the file of errors may still be taken, which has rows where documents were bad or left out, and
 * who stored some of a file asks which: no others' rows are kept.
 */
const NOTHING_TOLD = sql<boolean>`state = 'cancelled' AND bad + dropped + stored + already = 0`

/**
 * About so many bytes an import takes. The file of a cancelled one has gone; where one went on by itself through a file
 * in order, the rows of what was taken were never kept (load-batch.ts): of the others it has their share.
 */
const TAKEN = sql`CASE WHEN ${NOTHING_TOLD} THEN 0 ELSE
  CASE WHEN state = 'cancelled' THEN 0 ELSE file_bytes END
  + CASE WHEN unattended AND in_order
    THEN rows::bigint * ${ROW_BYTES} * (documents - stored - good) / greatest(documents, 1)
      + (stored + good)::bigint * ${DOCUMENT_BYTES}
    ELSE rows::bigint * ${ROW_BYTES} END END`

/**
 * Gives imports that work, and have no job any more, a new one; throws away those of long ago, too many ended, and rows
 * of cancelled ones of which nothing is told any more.
 */
export const tidyImports = async (means: Means): Promise<void> => {
  const { db, files, clock } = means
  const now_ms = clock.now().getTime()
  const silent = await on(db)
    .selectFrom('imports')
    .where('state', 'in', WORKING)
    .where('modified_at', '<', new Date(now_ms - SILENT_MS_MAX))
    .select('id')
    .limit(IMPORTS_AT_ONCE_MAX)
    .execute()
  for (const { id } of silent) {
    await inTransaction(db, (tx) => enqueue(tx, importJob, { import_id: id }, { singleton_key: id }))
  }
  const old = await on(db)
    .selectFrom('imports')
    .where('modified_at', '<', new Date(now_ms - IMPORT_KEPT_MS))
    .select(['id', 'file_key', 'modified_at'])
    .limit(IMPORTS_AT_ONCE_MAX)
    .execute()
  const { rows: many } = await sql<Listed>`
    SELECT id, file_key, modified_at FROM (
      SELECT id, file_key, modified_at, row_number() OVER newest AS nr, sum(taken) OVER newest - taken AS before
      FROM imports, LATERAL (SELECT ${TAKEN} AS taken) AS size
      WHERE state = ANY(${[...ENDED]}::text[])
      WINDOW newest AS (PARTITION BY maker_id ORDER BY modified_at DESC, id ROWS UNBOUNDED PRECEDING)
    ) AS ended WHERE nr > ${ENDED_KEPT_MAX} OR before >= ${ENDED_KEPT_BYTES_MAX}
    LIMIT ${IMPORTS_AT_ONCE_MAX}`.execute(db)
  for (const one of [...old, ...many]) {
    if (!(await close(db, one))) continue
    await clearRows(db, one.id)
    await files.remove(one.file_key)
    await sql`DELETE FROM imports WHERE id = ${one.id}`.execute(db)
  }
  for (const { id } of await doneWith(db)) await clearRows(db, id)
}

const doneWith = async (db: Db) => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM imports WHERE ${NOTHING_TOLD}
      AND EXISTS (SELECT FROM import_rows WHERE import_id = imports.id)
    LIMIT ${IMPORTS_AT_ONCE_MAX}`.execute(db)
  return rows
}

type Listed = { id: string; file_key: string; modified_at: Date }

/**
 * Ends an import for good before anything of it goes, which may take minutes: the same file makes another one from then
 * on. Whether it is still as it was listed: somebody may have sent it again, or corrected it, since. One that a killed
 * process left so is as old as before, and goes next time.
 */
const close = async (db: Db, { id, modified_at }: Listed): Promise<boolean> => {
  const { numUpdatedRows } = await on(db)
    .updateTable('imports')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('modified_at', '=', modified_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
