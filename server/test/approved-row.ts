import type { Insertable } from 'kysely'
import type { TaxDocument } from '#domain/documents/document.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { buildDocument as buildContent, buildSender } from '../../domain/test/build.ts'
import { ENTITIES } from '../src/demo/company.ts'
import { columnsOf } from '../src/documents/life/save.ts'
import type { DocumentTable, Lane } from '../src/documents/store/tables.ts'
import type { World } from './world.ts'

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

/** Rows of an upload of Kinabalu KUL01 under these numbers, approved now: made much faster than by its verbs. */
export const uploadedRows = ({ company, clock }: World, numbers: readonly string[]) => {
  const { tin_no, identity_number, name, sst_no, entity_code } = ENTITIES.kinabalu
  const sender = buildSender({ tin_no, identity_number, name, sst_no, entity_code })
  const place = { sender_entity_id: company.entities.kinabalu, store_code_id: company.stores.KUL01 }
  const now = clock.now()
  return numbers.map((invoice_number) =>
    approvedRow(buildContent({ invoice_number, invoice_date: malaysianDate(now), sender }), {
      ...{ ...place, environment: 'simulator', lane: 'bulk', now },
    }),
  )
}
