import { type RawBuilder, sql } from 'kysely'
import { countedDocuments } from '../counting/counted.ts'
import {
  type By,
  conditionOf,
  countMatching,
  daysOf,
  hasText,
  isStateCounted,
  type MatchFilters,
  plainStatuses,
  UNFILTERED,
  uuidBegins,
} from './matching.ts'
import { contain } from './texts.ts'

/** What is looked for together: in numbers, contracts, among agents, among buyers, in numbers and names, or at the beginning of UUIDs. */
export const TEXT_KINDS = ['numbers', 'contracts', 'agents', 'buyers', 'search', 'uuids'] as const
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
  share: number
  /** The same of what is kept beside documents: the TIN of a buyer, the e-mail and the UUID only they have. */
  share_kept: number
  /** Of each kind by itself, and of what is searched for in numbers and names, of the names. */
  shares: Record<TextKind | 'searched_names', number>
  /**
   * The weeks of these days, in years of which there is any document, as `week_of` of the database counts them; none
   * where no number is looked for.
   */
  weeks: number[]
  /** All that the table of orders has, whoever sees it, and how many buyers and agents departments have had. */
  kept: number
  buyers: number
  agents: number
}

/** A sample of documents is so many rows, of buyers so many pages of some fifty. */
const SAMPLE_ROWS = 700
const SAMPLE_PAGES = 25

/** What counters and a sample tell of what these filters leave: some milliseconds, whatever there is. */
export const toldOf = async (by: By, filters: MatchFilters): Promise<Told> => {
  const { status, invoice_type, document_type } = filters
  const statuses = plainStatuses(filters)
  const of_types = { ...UNFILTERED, invoice_type, document_type }
  const n = (narrowed: MatchFilters) =>
    sql`coalesce(sum(n) FILTER (WHERE ${conditionOf(by, narrowed)}), 0)::float8`
  const days = daysOf(filters)
  const { rows } = await sql<
    Omit<Told, 'everything' | 'share' | 'share_kept'> & { everything: number | null }
  >`
    SELECT ${n(UNFILTERED)} AS of_days,
      ${n(statuses ? { ...UNFILTERED, status } : UNFILTERED)} AS of_state, ${n(of_types)} AS of_type,
      ${n(isStateCounted(filters) ? { ...of_types, status } : of_types)} AS counted,
      ${days.first || days.last ? sql`${countMatching(by, UNFILTERED)}::float8` : sql`NULL`} AS everything,
      ${sharesOf(filters)} AS shares, ${weeksOf(filters)} AS weeks,
      ${rowsOf('document_orders')} AS kept, ${rowsOf('document_buyers')} AS buyers, ${rowsOf('document_agents')} AS agents
    FROM ${countedDocuments(by.caller, days)} AS documents`.execute(by.db)
  const [told] = rows
  if (!told) throw new Error('A sum without groups is one row.')
  const { buyers, uuids, numbers, contracts, agents, search } = told.shares
  const share_kept = numbers * contracts * agents * search * (isOfDocuments(filters) ? 1 : buyers)
  const share = numbers * contracts * agents * search * buyers * uuids
  return { ...told, share, share_kept, everything: told.everything ?? told.of_days }
}

const rowsOf = (table: string) =>
  sql`(SELECT greatest(reltuples, 0)::float8 FROM pg_class WHERE oid = ${table}::regclass)`

/** The share of documents that have each kind of text; of one that is no part of the sample, half a row of it. */
const sharesOf = (filters: MatchFilters) => {
  if (!hasText(filters)) return sql`${JSON.stringify(NOTHING_ASKED)}::json`
  const { search, invoice_number, contract_number, agent_code } = filters
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const share = (condition: RawBuilder<unknown>) =>
    sql`(count(*) FILTER (WHERE ${condition}) + 0.5) / (count(*) + 1)`
  // By their ids, which are drawn at random: numbers that are alike stand side by side on the pages of the table.
  const documents = sql`(SELECT * FROM document_orders ORDER BY document_id LIMIT ${SAMPLE_ROWS}) AS sample`
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
    FROM ${documents} HAVING TRUE)`
}

/** Whether of a buyer something is asked that only documents have. */
const isOfDocuments = ({ buyer_tin_no, buyer_email }: MatchFilters) => Boolean(buyer_tin_no || buyer_email)

const NOTHING_ASKED: Told['shares'] = {
  ...{ numbers: 1, contracts: 1, agents: 1, buyers: 1, search: 1, searched_names: 1, uuids: 1 },
}

/** So many are counted; of more, each sign of some thirty is taken to be as likely as the others. */
const UUIDS_MAX = 5_000

const shareOfUuids = ({ lhdn_uuid }: MatchFilters) => {
  if (!lhdn_uuid) return sql`1`
  const counted = sql`(SELECT count(*) FROM (
    SELECT FROM documents WHERE ${uuidBegins(lhdn_uuid)} LIMIT ${UUIDS_MAX}) AS begun)`
  return sql`(SELECT least(1, greatest(n / greatest(${rowsOf('document_orders')}, 1),
    CASE WHEN n < ${UUIDS_MAX} THEN 0 ELSE ${32 ** -lhdn_uuid.length}::float8 END)) FROM (SELECT ${counted} AS n) AS begun)`
}

/** Counters tell the years: one day typed wrongly, of another century, is no more than a year. */
const weeksOf = ({ invoice_number, search, dateStart, dateEnd }: MatchFilters) => {
  if (!invoice_number && !search) return sql`'[]'::json`
  const years = sql`array_agg(DISTINCT make_date(extract(year FROM invoice_date)::int, 1, 1))`
  return sql`coalesce((SELECT json_agg(DISTINCT week) FROM unnest(${years}) AS year, generate_series(
    week_of(greatest(year, ${dateStart || null}::date)), week_of(least(year + 366, ${dateEnd || null}::date))
  ) AS week), '[]')`
}
