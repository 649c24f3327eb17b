import { type Generated, type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

type FileRow = {
  id: string
  nr: Generated<string>
  defect_id: string | null
  kind: 'screenshot' | 'attachment'
  name: string
  content_type: string
  bytes: number
  sha256: string
  created_by: string
  created_by_name: string
  created_at: Date
}
export type NewFileRow = Omit<Insertable<FileRow>, 'defect_id' | 'nr'>

const on = (handle: Db | Tx) => handle.withTables<{ defect_files: FileRow }>()

/** A file that is about to be stored; it belongs to no defect yet. */
export const insertLoose = (tx: Tx, row: NewFileRow) =>
  on(tx)
    .insertInto('defect_files')
    .values({ ...row, defect_id: null })
    .execute()

export const countFiles = async (tx: Tx, defect_id: string): Promise<number> => {
  const all = on(tx).selectFrom('defect_files').where('defect_id', '=', defect_id)
  return Number((await all.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
}

/** Puts a loose file to a defect that this transaction holds, unless the same content lies there, and answers it. */
export const attachFile = (tx: Tx, id: string, defect_id: string) => {
  const there = sql<boolean>`NOT EXISTS (SELECT FROM defect_files f WHERE f.defect_id = ${defect_id}
    AND f.kind = defect_files.kind AND f.sha256 = defect_files.sha256)`
  const put = on(tx).updateTable('defect_files').set({ defect_id }).where('id', '=', id).where(there)
  return put.returning(['name', 'kind']).executeTakeFirst()
}

/** What came to defects since an instant, in bytes. Who asks next waits, so that none is overlooked. */
export const bytesSince = async (tx: Tx, { created_by, since }: { created_by: string; since: Date }) => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('files of defects', 0))`.execute(tx)
  const { rows } = await sql<{ own: string; all: string }>`
    SELECT COALESCE(sum(bytes) FILTER (WHERE created_by = ${created_by}), 0) AS own,
      COALESCE(sum(bytes), 0) AS "all"
    FROM defect_files WHERE defect_id IS NOT NULL AND created_at > ${since}`.execute(tx)
  return { own: Number(rows[0]?.own), all: Number(rows[0]?.all) }
}

/** Of these the ones that no defect has; their rows are gone then. */
export const deleteLoose = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const loose = on(tx).deleteFrom('defect_files').where('id', 'in', ids).where('defect_id', 'is', null)
  return (await loose.returning('id').execute()).map(({ id }) => id)
}

/** Those that no defect had at this instant; at most `limit`. */
export const looseSince = async (db: Db, before: Date, limit: number): Promise<string[]> => {
  const loose = on(db).selectFrom('defect_files').select('id').where('defect_id', 'is', null)
  return (await loose.where('created_at', '<', before).limit(limit).execute()).map(({ id }) => id)
}

export const findFile = (db: Db, { id, defect_id }: { id: string; defect_id: string }) =>
  on(db)
    .selectFrom('defect_files')
    .select(['id', 'name', 'content_type'])
    .where('id', '=', id)
    .where('defect_id', '=', defect_id)
    .executeTakeFirst()
