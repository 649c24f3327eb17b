import { type RawBuilder, sql } from 'kysely'
import { countedDocuments } from '../counting/counted.ts'
import {
  type By,
  conditionOf,
  countMatching,
  daysOf,
  isStateCounted,
  type MatchFilters,
  plainStatuses,
  UNFILTERED,
} from './matching.ts'
import { contain } from './texts.ts'

/** What is looked for together: in `document_orders`, among agents, among buyers, or in either. */
export const TEXT_KINDS = ['orders', 'agents', 'buyers', 'search'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** What is told at little cost before anything is looked for; all are numbers of documents. */
export type Told = {
  /** That the caller sees; of these, of the days that are asked for; of these, with the statuses, or with the types. */
  everything: number
  of_days: number
  of_state: number
  of_type: number
  /** With all that counters know of what is asked for: exact where nothing else is. */
  counted: number
  /** What share of all have the texts that are looked for, by a sample: 1 where there are none. */
  shares: Record<TextKind, number>
  share: number
  /** All that the table of orders has, whoever sees it. */
  kept: number
}

/** A sample is so many pages of a table, some fifty rows each. */
const SAMPLE_PAGES = 25

/** What counters and a sample tell of what these filters leave: some milliseconds, whatever there is. */
export const toldOf = async (by: By, filters: MatchFilters): Promise<Told> => {
  const { status, invoice_type, document_type } = filters
  const statuses = plainStatuses(filters)
  const of_types = { ...UNFILTERED, invoice_type, document_type }
  const n = (narrowed: MatchFilters) =>
    sql`coalesce(sum(n) FILTER (WHERE ${conditionOf(by, narrowed)}), 0)::float8`
  const days = daysOf(filters)
  const { rows } = await sql<Omit<Told, 'everything' | 'share'> & { everything: number | null }>`
    SELECT ${n(UNFILTERED)} AS of_days,
      ${n(statuses ? { ...UNFILTERED, status } : UNFILTERED)} AS of_state, ${n(of_types)} AS of_type,
      ${n(isStateCounted(filters) ? { ...of_types, status } : of_types)} AS counted,
      ${days.first || days.last ? sql`${countMatching(by, UNFILTERED)}::float8` : sql`NULL`} AS everything,
      ${sharesOf(filters)} AS shares,
      (SELECT greatest(reltuples, 0)::float8 FROM pg_class WHERE oid = 'document_orders'::regclass) AS kept
    FROM ${countedDocuments(by.caller, days)} AS documents`.execute(by.db)
  const [told] = rows
  if (!told) throw new Error('A sum without groups is one row.')
  const share = TEXT_KINDS.reduce((product, kind) => product * told.shares[kind], 1)
  return { ...told, share, everything: told.everything ?? told.of_days }
}

/** The share of documents that have each kind of text; of one that is no part of the sample, half a row of it. */
const sharesOf = (filters: MatchFilters) => {
  const { search, invoice_number, contract_number, agent_code } = filters
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const sampled = (table: string, condition: RawBuilder<unknown>, texts: readonly (string | undefined)[]) =>
    texts.every((text) => !text)
      ? sql`1`
      : sql`(SELECT (count(*) FILTER (WHERE ${condition}) + 0.5) / (count(*) + 1) FROM ${sql.table(table)}
          TABLESAMPLE SYSTEM ((SELECT least(100, 100.0 * ${SAMPLE_PAGES} * current_setting('block_size')::int
            / greatest(pg_relation_size(${table}::regclass), 1)))) REPEATABLE (1))`
  const all = (table: string, texts: Record<string, string | undefined>) =>
    sampled(table, contain(texts), Object.values(texts))
  const either = sql`(${contain({ invoice_number: search })} OR ${contain({ buyer_name: search })})`
  return sql`json_build_object(
    'orders', ${all('document_orders', { invoice_number, contract_number })},
    'agents', ${all('document_orders', { agent_number: agent_code })},
    'buyers', ${
      // One name may be thousands of rows there: documents are asked wherever they have the text.
      buyer_tin_no || buyer_email
        ? all('document_buyers', { buyer_name, buyer_tin_no, buyer_id_no, buyer_email })
        : all('document_orders', { buyer_name, buyer_id_no })
    },
    'search', ${sampled('document_orders', either, [search])})`
}
