import { type RawBuilder, sql } from 'kysely'
import { hasText, type MatchFilters, uuidBegins } from './matching.ts'
import { contain } from './texts.ts'

/** What is looked for together: in numbers, contracts, agents, buyers, in numbers and names, or where UUIDs begin. */
export type TextKind = 'numbers' | 'contracts' | 'agents' | 'buyers' | 'search' | 'uuids'
export type ShareKind = TextKind | 'searched_names'
export type Shares = Record<ShareKind, number>

/** A sample of documents is so many rows, of buyers so many pages of some fifty. */
const SAMPLE_ROWS = 700
const SAMPLE_PAGES = 25

/** By their ids, which are drawn at random: numbers that are alike stand side by side on the pages of the table. */
export const sampled = sql`(SELECT * FROM document_orders ORDER BY document_id LIMIT ${SAMPLE_ROWS})`

/** The share of documents that have each kind of text; of one that is no part of the sample, half a row of it. */
export const sharesOf = (filters: MatchFilters) => {
  if (!hasText(filters)) return sql`${JSON.stringify(NOTHING_ASKED)}::json`
  const { search, invoice_number, contract_number, agent_code } = filters
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const share = (condition: RawBuilder<unknown>) =>
    sql`(count(*) FILTER (WHERE ${condition}) + 0.5) / (count(*) + 1)`
  const parties = sql`document_buyers TABLESAMPLE SYSTEM ((SELECT least(100, 100.0 * ${SAMPLE_PAGES}
    * current_setting('block_size')::int / greatest(pg_relation_size('document_buyers'::regclass), 1)))) REPEATABLE (1)`
  const of = (texts: Record<string, string | undefined>) =>
    Object.values(texts).some(Boolean) ? share(contain(texts)) : sql`1`
  // One name may be thousands of rows among the buyers: documents are asked wherever they have the text.
  const of_buyers = isOfDocuments(filters)
    ? sql`(SELECT ${of({ buyer_name, buyer_tin_no, buyer_id_no, buyer_email })} FROM ${parties})`
    : of({ buyer_name, buyer_id_no })
  const either = sql`(${contain({ invoice_number: search })} OR ${contain({ buyer_name: search })})`
  return sql`(SELECT json_build_object('numbers', ${of({ invoice_number })}, 'contracts', ${of({ contract_number })},
      'agents', ${of({ agent_number: agent_code })}, 'buyers', ${of_buyers},
      'search', ${search ? share(either) : sql`1`}, 'searched_names', ${of({ buyer_name: search })},
      'uuids', ${shareOfUuids(filters)})
    FROM ${sampled} AS sample HAVING TRUE)`
}

/** Whether of a buyer something is asked that only documents have. */
export const isOfDocuments = ({ buyer_tin_no, buyer_email }: MatchFilters) =>
  Boolean(buyer_tin_no || buyer_email)

const NOTHING_ASKED: Shares = {
  ...{ numbers: 1, contracts: 1, agents: 1, buyers: 1, search: 1, searched_names: 1, uuids: 1 },
}

/** So many are counted; of more, each sign of some thirty is taken to be as likely as the others. */
const UUIDS_MAX = 5_000

const shareOfUuids = ({ lhdn_uuid }: MatchFilters) => {
  if (!lhdn_uuid) return sql`1`
  const counted = sql`(SELECT count(*) FROM (
    SELECT FROM documents WHERE ${uuidBegins(lhdn_uuid)} LIMIT ${UUIDS_MAX}) AS begun)`
  const by_length = sql`CASE WHEN n < ${UUIDS_MAX} THEN 0 ELSE ${32 ** -lhdn_uuid.length}::float8 END`
  return sql`(SELECT least(1, greatest(n / greatest(${rowsOf('document_orders')}, 1), ${by_length}))
    FROM (SELECT ${counted} AS n) AS begun)`
}

/** How many rows a table has, as it was counted last. */
export const rowsOf = (table: string) =>
  sql`(SELECT greatest(reltuples, 0)::float8 FROM pg_class WHERE oid = ${table}::regclass)`
