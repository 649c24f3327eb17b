import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import type { PreviousRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { abilityOf } from '../../access/abilities.ts'
import { namedStores } from '../../access/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { neighboursOf, offsetOf, type Paged } from '../../platform/lists/paging.ts'
import { readPage } from '../../platform/lists/read-page.ts'
import { countedDocuments } from '../counting/counted.ts'
import { idsOfFew, seekingByDate } from '../finding/few.ts'
import { isSearched, UNFILTERED } from '../finding/matching.ts'
import { FOUND_MAX } from '../finding/orders/pages.ts'
import { subjectOf, visible } from '../store/rows.ts'
import { correctedBy } from './corrections.ts'

type By = { db: Db; caller: Caller; now: Date; public_url: string }
type Query = z.output<(typeof documents.previous)['query']>

const COLUMNS = [
  ...(['id', 'invoice_number', 'invoice_type', 'created_at', 'status', 'status_message'] as const),
  ...(['approved_by_email', 'modified_at', 'created_by', 'edited_by'] as const),
  ...(['validated_at', 'awaits_cancellation', 'revision', 'supplier_name', 'buyer_name'] as const),
  ...(['invoice_currency', 'total_payable_amount'] as const),
] as const

/**
 * Documents made on the screens in the caller's scope, last changed first. Those of a text that more than 10,000 have
 * are counted up to that; `more` tells that there are more.
 */
export const listPrevious = async (by: By, query: Query) => {
  const { db, caller, now, public_url } = by
  const url = public_url + documents.previous.path
  const list = await readPage({
    url,
    query,
    ...(await wantedOf(by, query)),
    rows: (made) =>
      made
        .select([...COLUMNS, corrected(db, caller)])
        .orderBy('modified_at', 'desc')
        .orderBy('id'),
    toRow: (row): PreviousRow => ({
      uuid: row.id,
      invoice_number: row.invoice_number,
      document_type: DOCUMENT_TYPES.describe(row.invoice_type) ?? '',
      other_party: isSelfBilled(row.invoice_type) ? row.supplier_name : row.buyer_name,
      invoice_currency: row.invoice_currency,
      total_payable_amount: row.total_payable_amount,
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
  const more = query.search !== '' && list.count > FOUND_MAX
  const neighbours = more && neighboursOf(url, query, list.results.length)
  return { ...list, ...neighbours, count: more ? FOUND_MAX : list.count, more }
}

/** Of which rows a page is, how many they are, and where it is found. */
const wantedOf = async (by: By, query: Query) => {
  const { db, caller } = by
  const { search } = query
  const made = visible(db, caller).where('source', '=', 'UI')
  if (!search) {
    const count = sql<string>`(SELECT coalesce(sum(n), 0)
      FROM ${countedDocuments(caller, {})} AS documents WHERE on_screen)`
    return { filtered: made, picked: pickedOf(by, query, sql`TRUE`), count }
  }
  const few = await idsOfFew(await seekingByDate(by, { ...UNFILTERED, search }))
  if (few) return { filtered: made.where(sql<SqlBool>`documents.id = ANY(${few}::uuid[])`) }
  const found = isSearched(search, 'id')
  const filtered = made.where(found)
  const count = sql<string>`(SELECT count(*) FROM ${filtered.select('id').limit(FOUND_MAX + 1)} AS found)`
  return { filtered, picked: pickedOf(by, query, found), count }
}

const pickedOf = ({ db, caller }: By, query: Paged, found: RawBuilder<unknown>) =>
  visible(db, caller).where(sql<SqlBool>`documents.id = ANY(ARRAY${lastChanged(caller, query, found)})`)

/** The document that a row replaces, as the details link to it. */
const corrected = (db: Db, caller: Caller) =>
  jsonObjectFrom(
    correctedBy(db, caller).select(['original.id as uuid', 'original.invoice_number', 'original.status']),
  ).as('corrects')

/** The ids of a page, as a subquery: the ends of the departments, put together. */
const lastChanged = (caller: Caller, paged: Paged, found: RawBuilder<unknown>) => {
  const offset = offsetOf(paged)
  return sql`(SELECT id FROM unnest(${namedStores(caller)}::uuid[]) AS in_store
    CROSS JOIN LATERAL (
      SELECT id, modified_at FROM documents WHERE store_code_id = in_store AND source = 'UI' AND ${found}
      ORDER BY modified_at DESC, id LIMIT ${offset + paged.page_size}
    ) AS lane ORDER BY modified_at DESC, id LIMIT ${paged.page_size} OFFSET ${offset})`
}
