import type { Caller } from '#domain/access/caller.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import type { Db } from '../../platform/db/database.ts'
import { readDocument } from './rows.ts'

/** The content of one document the caller may see; 404 for absent and foreign ones. */
export const contentOf = async (db: Db, caller: Caller, uuid: string): Promise<TaxDocument> =>
  (await readDocument(db, caller, uuid)).content
