import { type SqlBool, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import type { PreviousRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { abilityOf } from '../../access/abilities.ts'
import { namedStores } from '../../access/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { offsetOf, type Paged } from '../../platform/lists/paging.ts'
import { readPage } from '../../platform/lists/read-page.ts'
import { countedDocuments } from '../counting/counted.ts'
import { subjectOf, visible } from '../store/rows.ts'
import { correctedBy } from './corrections.ts'

type Query = z.output<(typeof documents.previous)['query']>

const COLUMNS = [
  ...(['id', 'invoice_number', 'invoice_type', 'created_at', 'status', 'status_message'] as const),
  ...(['approved_by_email', 'modified_at', 'created_by', 'last_edited_by'] as const),
  ...(['validated_at', 'awaits_cancellation', 'revision'] as const),
] as const

/** Documents made on the screens in the caller's scope, last changed first. */
export const listPrevious = async (
  { db, caller, now, public_url }: { db: Db; caller: Caller; now: Date; public_url: string },
  query: Query,
) => {
  return readPage({
    url: public_url + documents.previous.path,
    query,
    filtered: visible(db, caller).where('source', '=', 'UI'),
    picked: visible(db, caller).where(sql<SqlBool>`documents.id = ANY(ARRAY${lastChanged(caller, query)})`),
    count: sql`(SELECT coalesce(sum(n), 0) FROM ${countedDocuments(caller, {})} AS documents WHERE on_screen)`,
    rows: (made) =>
      made
        .select([...COLUMNS, corrected(db, caller)])
        .orderBy('modified_at', 'desc')
        .orderBy('id'),
    toRow: (row): PreviousRow => ({
      uuid: row.id,
      invoice_number: row.invoice_number,
      document_type: DOCUMENT_TYPES.describe(row.invoice_type) ?? '',
      created_at: row.created_at.toISOString(),
      status: row.status,
      status_message: row.status_message,
      approved_by: row.approved_by_email === null ? null : { email: row.approved_by_email },
      modified_at: row.modified_at.toISOString(),
      revision: row.revision,
      corrects: row.corrects,
      may_edit: abilityOf(may(caller, 'edit', subjectOf(row), now)),
      may_withdraw: abilityOf(may(caller, 'withdraw', subjectOf(row), now)),
    }),
  })
}

/** The document that a row replaces, as the details link to it. */
const corrected = (db: Db, caller: Caller) =>
  jsonObjectFrom(
    correctedBy(db, caller).select(['original.id as uuid', 'original.invoice_number', 'original.status']),
  ).as('corrects')

/** The ids of a page, as a subquery: the ends of the departments, put together. */
const lastChanged = (caller: Caller, paged: Paged) => {
  const offset = offsetOf(paged)
  return sql`(SELECT id FROM unnest(${namedStores(caller)}::uuid[]) AS in_store
    CROSS JOIN LATERAL (
      SELECT id, modified_at FROM documents WHERE store_code_id = in_store AND source = 'UI'
      ORDER BY modified_at DESC, id LIMIT ${offset + paged.page_size}
    ) AS lane ORDER BY modified_at DESC, id LIMIT ${paged.page_size} OFFSET ${offset})`
}
