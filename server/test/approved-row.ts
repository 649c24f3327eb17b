import type { Insertable } from 'kysely'
import type { TaxDocument } from '#domain/documents/document.ts'
import { columnsOf } from '../src/documents/life/save.ts'
import type { DocumentTable, Lane } from '../src/documents/store/tables.ts'

type Place = {
  id?: string
  sender_entity_id: string
  store_code_id: string
  environment: DocumentTable['environment']
  lane: Lane
  now: Date
}

/** A row that stands as if the document had just been approved: for programs that begin with the sending. */
export const approvedRow = (content: TaxDocument, { now, ...place }: Place): Insertable<DocumentTable> => {
  const columns = columnsOf(content)
  return {
    ...place,
    ...columns,
    sender_store_code: content.sender_store_code,
    status: 'Approved',
    approved_hash: columns.content_hash,
    approved_at: now,
    created_by_name: '',
    created_at: now,
    modified_at: now,
  }
}
