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
import type { Db } from '../../platform/db/database.ts'
import { neighboursOf, offsetOf } from '../../platform/lists/paging.ts'
import { readPage } from '../../platform/lists/read-page.ts'
import { countedDocuments } from '../counting/counted.ts'
import { idsOfFew, seekingByDate } from '../finding/few.ts'
import { isSearched, UNFILTERED } from '../finding/matching.ts'
import { FOUND_MAX, lanesOf } from '../finding/orders/pages.ts'
import { subjectOf, visible } from '../store/rows.ts'
import { correctedBy } from './corrections.ts'

/** `read_max`: how many documents are read to count a text that very many have; `READ_MAX` unless told. */
type By = { db: Db; caller: Caller; now: Date; public_url: string; read_max?: number }
type Query = z.output<(typeof documents.previous)['query']>

const COLUMNS = [
  ...(['id', 'invoice_number', 'invoice_type', 'created_at', 'status', 'status_message'] as const),
  ...(['approved_by_email', 'modified_at', 'created_by', 'edited_by'] as const),
  ...(['validated_at', 'awaits_cancellation', 'revision', 'supplier_name', 'buyer_name'] as const),
  ...(['invoice_currency', 'total_payable_amount'] as const),
] as const

/** So many are read to count those of a text that very many have: some 60 ms, by `US` of places. */
const READ_MAX = 20_000

/**
 * Documents made on the screens in the caller's scope, last changed first. A text that more than 10,000 documents have,
 * wherever they were made, is counted among 20,000 of those made on the screens, and up to 10,000; `more` tells that
 * there may be more.
 */
export const listPrevious = async (by: By, query: Query) => {
  const { db, caller, now, public_url } = by
  const url = public_url + documents.previous.path
  const { counted, ...wanted } = await wantedOf(by, query)
  const list = await readPage({
    url,
    query,
    ...wanted,
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
  if (!counted) return { ...list, more: false }
  const rows = list.results.length
  const is_told = counted.is_whole && counted.n <= FOUND_MAX
  return { ...list, ...(!is_told && neighboursOf(url, query, rows)), ...countOf(query, rows, counted) }
}

type Counted = { n: number; is_whole: boolean }

/** How many there are, by those that were counted and the page itself. */
const countOf = (query: Query, rows: number, { n, is_whole }: Counted) => {
  const before = offsetOf(query)
  const ends_here = rows < query.page_size && (rows > 0 || before === 0)
  if (is_whole || ends_here) {
    const all = is_whole ? n : before + rows
    return { count: Math.min(all, FOUND_MAX), more: all > FOUND_MAX }
  }
  // With one behind a full page, or the screen would not lead on.
  return { count: Math.min(Math.max(n, rows > 0 ? before + rows + 1 : 0), FOUND_MAX), more: true }
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
  const counted = await countAmong(by, query, found)
  const count = sql<string>`${counted.n}::int`
  return { filtered: made.where(found), picked: pickedOf(by, query, found), count, counted }
}

/** How many of so many documents have it; whole where that is all that were made on the screens. */
const countAmong = async (
  { db, caller, read_max = READ_MAX }: By,
  { search }: Query,
  found: RawBuilder<unknown>,
): Promise<Counted> => {
  const { rows } = await sql<{ n: number; read: number }>`
    SELECT count(*)::int AS read, (count(*) FILTER (WHERE ${found}))::int AS n FROM (
      SELECT lane.* FROM ${lanesOf({ caller }, undefined, { search })} CROSS JOIN LATERAL (
        SELECT id, invoice_number, buyer_name FROM documents WHERE store_code_id = in_store AND source = 'UI'
        ORDER BY modified_at DESC, id LIMIT ${read_max + 1}
      ) AS lane LIMIT ${read_max + 1}) AS made`.execute(db)
  const { n = 0, read = 0 } = rows[0] ?? {}
  return { n, is_whole: read <= read_max }
}

const pickedOf = ({ db, caller }: By, query: Query, found: RawBuilder<unknown>) =>
  visible(db, caller).where(sql<SqlBool>`documents.id = ANY(ARRAY${lastChanged(caller, query, found)})`)

/** The document that a row replaces, as the details link to it. */
const corrected = (db: Db, caller: Caller) =>
  jsonObjectFrom(
    correctedBy(db, caller).select(['original.id as uuid', 'original.invoice_number', 'original.status']),
  ).as('corrects')

/** The ids of a page, as a subquery: the ends of the departments that ever had its text, put together. */
const lastChanged = (caller: Caller, query: Query, found: RawBuilder<unknown>) => {
  const offset = offsetOf(query)
  return sql`(SELECT id FROM ${lanesOf({ caller }, undefined, { search: query.search })}
    CROSS JOIN LATERAL (
      SELECT id, modified_at FROM documents WHERE store_code_id = in_store AND source = 'UI' AND ${found}
      ORDER BY modified_at DESC, id LIMIT ${offset + query.page_size}
    ) AS lane ORDER BY modified_at DESC, id LIMIT ${query.page_size} OFFSET ${offset})`
}
