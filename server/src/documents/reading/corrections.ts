import { sql } from 'kysely'
import type { DocumentDetail } from '#contract/document-detail.ts'
import type { Caller } from '#domain/access/caller.ts'
import { inStores } from '../../access/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DocumentRow, visible } from '../store/rows.ts'
import { on } from '../store/tables.ts'

type Links = Pick<DocumentDetail, 'corrects' | 'corrected_by'>

/** The document that this one replaces, and the one that replaces it, as far as the caller may see them. */
export const correctionsOf = async (
  db: Db,
  caller: Caller,
  { id, corrects }: Pick<DocumentRow, 'id' | 'corrects'>,
): Promise<Links> => {
  const others = await visible(db, caller)
    .where((eb) =>
      eb.or([
        eb('documents.id', '=', corrects),
        eb.and([eb('corrects', '=', id), eb('status', '<>', 'User Cancelled')]),
      ]),
    )
    .select(['documents.id as uuid', 'invoice_number', 'status'])
    .execute()
  return {
    corrects: others.find(({ uuid }) => uuid === corrects) ?? null,
    corrected_by: others.find(({ uuid }) => uuid !== corrects) ?? null,
  }
}

/** The document that a row of a list replaces, as far as the caller may see it: a subquery. */
export const correctedBy = (db: Db, caller: Caller) =>
  on(db)
    .selectFrom('documents as original')
    .where(inStores(caller, 'original.store_code_id'))
    .where('original.id', '=', sql.ref<string>('documents.corrects'))
    // It is of the same company: said for who distributes by it (deploy/citus).
    .where('original.sender_entity_id', '=', sql.ref<string>('documents.sender_entity_id'))
