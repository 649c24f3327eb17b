import { sql } from 'kysely'
import { UNFINISHED } from '#domain/documents/lifecycle.ts'
import { countedDocuments } from '../counting/counted.ts'
import { type Depth, depthOf, type Order } from './depth.ts'
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
import { hasLetters, lanesOf } from './orders/pages.ts'
import { isLettered, storesOfLetter } from './places/marks.ts'
import { isOfDocuments, rowsOf, type Shares, sharesOf } from './shares.ts'

/** What is told at little cost before anything is looked for; all are numbers of documents. */
export type Told = {
  /**
   * That the caller sees; of these, of the days that are asked for; of these, with the statuses that an index leads to,
   * with any that are asked for, or with the types.
   */
  everything: number
  of_days: number
  of_state: number
  of_status: number
  of_type: number
  /** Of those days, what has come to no end: it waits for somebody, or is on the way. */
  unfinished: number
  /** Of those days, in the months in which a department has any of the environments that are asked for. */
  of_environment: number
  /** With all that counters know of what is asked for: exact where nothing else is. */
  counted: number
  /** What share of all have the texts that are looked for, by a sample: 1 where there are none. */
  share: number
  /** The same of what is kept beside documents: the TIN of a buyer, the e-mail and the UUID only they have. */
  share_kept: number
  /** Of each kind by itself, and of what is searched for in numbers and names, of the names. */
  shares: Shares
  /**
   * The weeks of these days, in years of which there is any document, as `week_of` of the database counts them; none
   * where no number is looked for.
   */
  weeks: number[]
  /** Of these days in departments that have had a letter in a number, where one is looked for that has no marks. */
  lettered: number
  /** Whether numbers of any department ever had each letter of what is searched for: if not, only names have it. */
  in_numbers: boolean
  /** How deep in the order that is asked for they lie, by that sample. */
  depth: Depth | null
  /** All that the table of orders has, whoever sees it, and how many buyers and agents departments have had. */
  kept: number
  buyers: number
  agents: number
}

/** What counters and a sample tell of what these filters leave: some milliseconds, whatever there is. */
export const toldOf = async (by: By, filters: MatchFilters, order?: Order): Promise<Told> => {
  const { status, invoice_type, document_type, environment } = filters
  const statuses = plainStatuses(filters)
  const of_types = { ...UNFILTERED, invoice_type, document_type }
  const of_all = { ...of_types, environment }
  const n = (narrowed: MatchFilters) =>
    sql`coalesce(sum(n) FILTER (WHERE ${conditionOf(by, narrowed)}), 0)::float8`
  const days = daysOf(filters)
  const { rows } = await sql<
    Omit<Told, 'everything' | 'share' | 'share_kept'> & { everything: number | null }
  >`
    SELECT ${n(UNFILTERED)} AS of_days,
      ${n(statuses ? { ...UNFILTERED, status } : UNFILTERED)} AS of_state,
      ${n(isStateCounted(filters) ? { ...UNFILTERED, status } : UNFILTERED)} AS of_status, ${n(of_types)} AS of_type,
      ${n(isStateCounted(filters) ? { ...of_all, status } : of_all)} AS counted,
      ${n({ ...UNFILTERED, status: [...UNFINISHED] })} AS unfinished, ${ofEnvironment(by, filters)} AS of_environment,
      ${days.first || days.last ? sql`${countMatching(by, UNFILTERED)}::float8` : sql`NULL`} AS everything,
      ${letteredOf(filters)} AS lettered, ${inNumbers(by, filters)} AS in_numbers,
      ${sharesOf(filters)} AS shares, ${weeksOf(filters)} AS weeks,
      ${order ? depthOf(by, filters, order) : sql`NULL::json`} AS depth,
      ${rowsOf('document_orders')} AS kept, ${rowsOf('document_buyers')} AS buyers,
      ${rowsOf('document_agents')} AS agents
    FROM ${countedDocuments(by.caller, days)} AS documents`.execute(by.db)
  const [told] = rows
  if (!told) throw new Error('A sum without groups is one row.')
  const { buyers, uuids, numbers, contracts, agents, search } = told.shares
  const share_kept = numbers * contracts * agents * search * (isOfDocuments(filters) ? 1 : buyers)
  const share = numbers * contracts * agents * search * buyers * uuids
  return { ...told, share, share_kept, everything: told.everything ?? told.of_days }
}

const ofEnvironment = (by: By, { environment, ...filters }: MatchFilters) =>
  environment.length === 0
    ? sql`0`
    : sql`(SELECT coalesce(sum(of_month.n), 0)::float8 FROM (SELECT sum(n) AS n
      FROM ${countedDocuments(by.caller, daysOf({ ...filters, environment }), 'month')} AS documents
      GROUP BY store_code_id, date_trunc('month', invoice_date)
      HAVING sum(n) FILTER (WHERE ${conditionOf(by, { ...UNFILTERED, environment })}) > 0) AS of_month)`

const letteredOf = ({ invoice_number, search }: MatchFilters) => {
  const text = [invoice_number, search].find(isLettered)
  return text === undefined
    ? sql`0`
    : sql`coalesce(sum(n) FILTER (WHERE store_code_id IN ${storesOfLetter(text)}), 0)::float8`
}

const inNumbers = (by: By, { search }: MatchFilters) =>
  search ? sql`EXISTS (SELECT FROM ${lanesOf(by)} WHERE ${hasLetters(search)})` : sql`TRUE`

/** Counters tell the years: one day typed wrongly, of another century, is no more than a year. */
const weeksOf = ({ invoice_number, search, dateStart, dateEnd }: MatchFilters) => {
  if (!invoice_number && !search) return sql`'[]'::json`
  const years = sql`array_agg(DISTINCT make_date(extract(year FROM invoice_date)::int, 1, 1))`
  return sql`coalesce((SELECT json_agg(DISTINCT week) FROM unnest(${years}) AS year, generate_series(
    week_of(greatest(year, ${dateStart || null}::date)), week_of(least(year + 366, ${dateEnd || null}::date))
  ) AS week), '[]')`
}
