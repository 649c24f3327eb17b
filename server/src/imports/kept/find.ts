import { type Caller, callerId } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type ImportRecord, on } from './tables.ts'

/** The caller's own imports; every read starts here. */
export const ownImports = (handle: Db | Tx, caller: Caller) =>
  on(handle).selectFrom('imports').where('maker_id', '=', callerId(caller))

/** One of the caller's imports; an absent one and somebody else's are the same 404. */
export const findImport = async (handle: Db | Tx, caller: Caller, id: string): Promise<ImportRecord> => {
  const found = await ownImports(handle, caller).where('id', '=', id).selectAll().executeTakeFirst()
  if (!found) throw notFound('There is no such import.')
  return found
}

declare const held: unique symbol
/** An import that this transaction holds for update. */
export type HeldImport = ImportRecord & { readonly [held]: true }

/** The same, held until the transaction ends: nobody else changes anything of it. */
export const holdImport = async (tx: Tx, caller: Caller, id: string): Promise<HeldImport> => {
  const found = await ownImports(tx, caller).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (!found) throw notFound('There is no such import.')
  return found as HeldImport // the query above holds it
}

/** An import whoever made it; for the server's own jobs. */
export const anyImport = (handle: Db | Tx, id: string): Promise<ImportRecord | undefined> =>
  on(handle).selectFrom('imports').where('id', '=', id).selectAll().executeTakeFirst()
