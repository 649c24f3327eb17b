import type { Db, Tx } from '../../platform/db/database.ts'
import type { HeldImport } from '../kept/find.ts'
import { type ChangedCell, on } from '../kept/tables.ts'

/** So many of the last changes of an import can be taken back, one after the other. */
const CHANGES_KEPT_MAX = 100

/** Keeps what stood in cells before a change, so that it can be taken back. */
export const keepChange = async (
  tx: Tx,
  one: HeldImport,
  { label, before, now }: { label: string; before: readonly ChangedCell[]; now: Date },
): Promise<void> => {
  if (before.length === 0) return
  const last = await lastChange(tx, one.id)
  const nr = (last?.nr ?? 0) + 1
  await on(tx)
    .insertInto('import_changes')
    .values({ import_id: one.id, nr, label, cells: JSON.stringify(before), made_at: now })
    .execute()
  await on(tx)
    .deleteFrom('import_changes')
    .where('import_id', '=', one.id)
    .where('nr', '<=', nr - CHANGES_KEPT_MAX)
    .execute()
}

/** The one that can be taken back; undefined where there is none. */
export const lastChange = (handle: Db | Tx, import_id: string) =>
  on(handle)
    .selectFrom('import_changes')
    .where('import_id', '=', import_id)
    .selectAll()
    .orderBy('nr', 'desc')
    .limit(1)
    .executeTakeFirst()

/** It has been taken back. */
export const forgetChange = async (tx: Tx, id: string): Promise<void> => {
  await on(tx).deleteFrom('import_changes').where('id', '=', id).execute()
}
