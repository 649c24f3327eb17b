import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import { inStores } from '../access/scope.ts'
import type { Environment } from '../authority/wire/environments.ts'
import type { Db } from '../platform/db/database.ts'

/** What the dashboard reads of the documents; the room documents owns the table. */
type Counted = {
  store_code_id: string
  sender_entity_id: string
  invoice_date: CalendarDate
  status: Status
  supplier_name: string
  buyer_name: string
  selfbilling: boolean
  authority_uuid: string | null
  environment: Environment
  created_by: string | null
  created_by_name: string
  edited_by: readonly string[]
}

export type By = { db: Db; caller: Caller; now: Date }

export type Days = { first: CalendarDate; last: CalendarDate }

/** The name of the other side of a document: the buyer, and the supplier of a self-billed one. */
export const OTHER_PARTY = sql<string>`CASE WHEN selfbilling THEN supplier_name ELSE buyer_name END`

/** The caller's documents whose invoice date lies within the days, both included. */
export const documentsOf = (db: Db, caller: Caller, { first, last }: Days) =>
  db
    .withTables<{ documents: Counted }>()
    .selectFrom('documents')
    .where(inStores(caller, 'documents.store_code_id'))
    .where('invoice_date', '>=', first)
    .where('invoice_date', '<=', last)
