import type { DocumentDetail } from '#contract/document-detail.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DocumentRow, visible } from '../store/rows.ts'

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
