import { type RawBuilder, sql } from 'kysely'
import { namedStores } from '../../../access/scope.ts'
import type { Among } from '../among.ts'
import {
  CHANGING_COLUMNS,
  isDocument,
  isHandedOver,
  keptCondition,
  splitKept,
  statusesOnly,
} from '../kept.ts'
import {
  type By,
  conditionOf,
  inStoresOf,
  isUnfiltered,
  type MatchFilters,
  ofAnyDay,
  UNFILTERED,
} from '../matching.ts'
import type { Sought } from '../sought.ts'
import type { Told } from '../told.ts'

/** What is looked for, by what it will be sorted, what is told of it, and whether to find it `by_date` already. */
export type Seeking = By & { filters: MatchFilters; column: string; told: Told; by_date?: 'asc' | 'desc' }

/** Where to look: queries which together find all that is looked for; what two of them find is one. */
export type Place = {
  parts: Sought[]
  /** So many are looked at if all are. */
  candidates: number
  /** µs, all of it in memory: before the first one is found, and to look at one. */
  us_first: number
  us_each: number
  /** Whom all are among, as that index alone tells. */
  among?: Among
  /** Whom they are not among, of how many others, and the µs to read one of these. */
  others?: { among: Among; candidates: number; us_each: number }
  /** Each part finds in the order that is wanted: the page is full before all are found. */
  in_order?: boolean
}

/**
 * µs to come to an entry of an index, or to pass over one there; to a row of `document_orders`, a document; to look up
 * the status of one, or the document by its id; to look for a text in one; to collect an entry of an index of texts, of
 * which none is looked at before all are; to look for one mark of numbers in a week; and to enter the index at one
 * buyer or agent.
 */
export const US = {
  ...{ entry: 0.3, passed: 0.15, order: 1, document: 2, status: 3, judged: 6, text: 0.4 },
  ...{ collected: 0.2, mark: 9, party: 3 },
}

type Sorted = Pick<Seeking, 'column' | 'caller'>

export const rowOf = ({ column, caller }: Sorted, id: 'id' | 'document_id') => {
  const codes = sql`(${caller.stores.map(({ code }) => code)}::text[])[array_position(
    ${namedStores(caller)}::uuid[], store_code_id)]`
  const sorted = column === 'sender_store_code' ? codes : sql.ref(column)
  return sql`${sorted} AS sorted, ${sql.ref(id)} AS id, invoice_date, created_at`
}

/** Candidates, `document_id`, looked at one by one: for what only the document itself tells. */
export const judged = (seeking: Seeking, candidates: RawBuilder<unknown>) =>
  sql`SELECT one.* FROM (${candidates}) AS candidate CROSS JOIN LATERAL (
    SELECT ${rowOf(seeking, 'id')} FROM documents WHERE id = document_id AND ${inStoresOf(seeking)}
      AND ${conditionOf(seeking, seeking.filters)} LIMIT 1) AS one`

type Left = {
  /** What is to be judged. */
  left?: MatchFilters
  /** An index leads to them that has their dates. */
  by_index?: boolean
  /** They have a column `is_sure`: what is asked of a buyer holds, and its document need not be asked. */
  has_sure?: boolean
}

/**
 * Some rows of `document_orders`, a table of a statement: judged there as far as it keeps what is left to judge, the
 * rest one by one. With the µs for one of them, and for the rest of it.
 */
export const kept = (
  seeking: Seeking,
  from: RawBuilder<unknown>,
  { left = seeking.filters, by_index = true, has_sure = false }: Left = {},
) => {
  const { kept: here, rest } = splitKept(left)
  if (CHANGING_COLUMNS.includes(seeking.column)) {
    const candidates = sql`SELECT document_id FROM ${from} AS one WHERE ${keptCondition(seeking, here)}`
    return { query: judged(seeking, candidates), us: US.order + US.judged, us_rest: US.judged }
  }
  // Days are in the index that leads here.
  const is_dated = isUnfiltered(ofAnyDay(here)) && seeking.column === 'invoice_date'
  const { buyer_tin_no, buyer_email } = rest
  const others = has_sure ? { ...rest, buyer_tin_no: '', buyer_email: '' } : rest
  const of_buyer = isDocument(seeking, { ...UNFILTERED, buyer_tin_no, buyer_email }, 'one')
  const us_rest = usOfRest(others)
  return {
    query: sql`SELECT ${rowOf(seeking, 'document_id')} FROM ${from} AS one
      WHERE ${keptCondition(seeking, here)} AND ${isDocument(seeking, others, 'one')}
        AND ${has_sure ? sql`(is_sure OR ${of_buyer})` : sql`TRUE`}`,
    ...{ us: (by_index && is_dated ? US.entry : US.order) + us_rest, us_rest },
  }
}

/** So large a share, or less, of what may have been handed over was cancelled, and is looked at itself. */
const CANCELLED = 0.1

/** µs to ask of a document what `document_orders` does not tell. */
export const usOfRest = (rest: MatchFilters): number => {
  if (isUnfiltered(rest)) return 0
  if (isHandedOver(rest)) return US.status + CANCELLED * US.judged
  return statusesOnly(rest) ? US.status : US.judged
}
