import { type RawBuilder, sql } from 'kysely'
import { ListFilters } from '#contract/document-rows.ts'
import { like } from '../../platform/lists/like.ts'
import { offsetOf } from '../../platform/lists/paging.ts'
import {
  type By,
  conditionOf,
  countMatching,
  inDepartments,
  isStateCounted,
  type MatchFilters,
  plainStatuses,
  typesOf,
  uuidBegins,
} from './matching.ts'
import { BY_DATE, lanesOf, orderBy, type PageWanted } from './pages.ts'

/** So many are found first and then sorted as wished, and beside a text counted no further (decisions.md §14). */
export const FOUND_MAX = 10_000

/** So few are judged one by one whatever else there is. */
const FEW = 1_000

/** The ids of one page, and of how many it is one; `n` is above the limit where there are more than that. */
export type Found = { ids: string[]; n: number }

/**
 * One page of what filters leave that leave few, sorted by any column: found first. `n` is above the limit, and
 * there are no ids, where they are more. Undefined where nothing tells where to look.
 */
export const pageOfFew = async (by: By, given: PageWanted, column: string): Promise<Found | undefined> => {
  const wanted = { ...given, ...inDepartments(by.caller, given.filters) }
  const places = await placesOf({ ...by, caller: wanted.caller }, wanted.filters)
  if (!places) return undefined
  const { caller, filters, page_size, sort_order } = wanted
  const sorted = sql`${sql.ref(column)} AS sorted, id, invoice_date, created_at`
  const found = places.map(
    ({ candidates, unless }) => sql`SELECT one.* FROM (${candidates}) AS candidate CROSS JOIN LATERAL (
      SELECT ${sorted} FROM documents WHERE id = document_id AND ${inStoresOf({ ...by, caller })}
        AND ${conditionOf(by, filters)} AND NOT (${unless}) LIMIT 1) AS one`,
  )
  const { rows } = await sql<Found>`
    WITH found AS MATERIALIZED (SELECT * FROM (${sql.join(found, sql` UNION ALL `)}) AS each LIMIT ${FOUND_MAX + 1}),
      counted AS MATERIALIZED (SELECT count(*)::int AS n FROM found)
    SELECT n, ARRAY(SELECT id FROM found WHERE n <= ${FOUND_MAX}
      ORDER BY sorted ${sql.raw(sort_order)} NULLS LAST, ${orderBy(BY_DATE, sort_order)}
      LIMIT ${page_size} OFFSET ${offsetOf(given)}) AS ids
    FROM counted`.execute(by.db)
  return rows[0]
}

const inStoresOf = ({ caller }: By) =>
  sql`store_code_id = ANY(${caller.stores.map(({ store_code_id }) => store_code_id)}::uuid[])`

/** Where to look: ids of documents, each to be judged; `unless` leaves out those of the places before. */
type Place = { candidates: RawBuilder<unknown>; unless: RawBuilder<unknown> }
const only = (candidates: RawBuilder<unknown>): Place[] => [{ candidates, unless: sql`FALSE` }]

/**
 * Where few documents are to be judged: those with a text, unless those of a state or type are few, or fewer. Undefined
 * where there are many, whichever way.
 */
const placesOf = async (by: By, filters: MatchFilters): Promise<Place[] | undefined> => {
  const counted = await byCounters(by, filters)
  const with_text = byText(by, filters)
  if (!with_text) return counted && only(counted.candidates)
  if (!counted) return with_text
  const prefers_counted = counted.n <= FEW || (await areMany(by, with_text))
  return prefers_counted ? only(counted.candidates) : with_text
}

/** Whether there is more to judge than may be found. */
const areMany = async (by: By, places: Place[]): Promise<boolean> => {
  const ids = sql.join(
    places.map(({ candidates }) => candidates),
    sql` UNION ALL `,
  )
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT FROM (${ids}) AS each LIMIT ${FOUND_MAX + 1}) AS few`.execute(
    by.db,
  )
  return Number(rows[0]?.n) > FOUND_MAX
}

const byText = (by: By, filters: MatchFilters): Place[] | undefined => {
  if (filters.invoice_number || filters.contract_number || filters.agent_code)
    return only(byOrders(by, filters))
  if (filters.lhdn_uuid)
    return only(sql`SELECT id AS document_id FROM documents WHERE ${uuidBegins(filters.lhdn_uuid)}`)
  if (filters.buyer_name || filters.buyer_tin_no || filters.buyer_id_no || filters.buyer_email)
    return only(byBuyer(by, filters))
  const { search } = filters
  if (!search) return undefined
  const numbered = sql`invoice_number ILIKE ${like(search)}`
  return [
    ...only(byOrders(by, { invoice_number: search })),
    { candidates: byBuyer(by, { buyer_name: search }), unless: numbered },
    {
      candidates: sql`SELECT id AS document_id FROM documents WHERE authority_uuid = ${search}`,
      unless: sql`${numbered} OR buyer_name ILIKE ${like(search)}`,
    },
  ]
}

/** By department, status and day, or by department, type and day, where the counters tell that either leaves few. */
const byCounters = async (by: By, filters: MatchFilters) => {
  const { dateStart, dateEnd, status, invoice_type, document_type } = filters
  const days = { ...NOTHING, dateStart, dateEnd }
  const statuses = isStateCounted(filters) ? plainStatuses(filters) : undefined
  const of_state = countMatching(by, { ...days, status: statuses ? status : [] })
  const of_type = countMatching(by, { ...days, invoice_type, document_type })
  const { rows } = await sql<
    Record<'state' | 'type', string>
  >`SELECT ${of_state} AS state, ${of_type} AS type`.execute(by.db)
  const [state, type] = [Number(rows[0]?.state), Number(rows[0]?.type)]
  const n = Math.min(state, type)
  if (n > FOUND_MAX) return undefined
  const inDays = conditionOf(by, days)
  const inStatus = statuses ? sql`status = in_status` : sql`TRUE`
  if (state === n)
    return {
      n,
      candidates: sql`SELECT of_lane.document_id FROM ${lanesOf(by, statuses)} CROSS JOIN LATERAL (
        SELECT id AS document_id FROM documents
        WHERE store_code_id = in_store AND ${inStatus} AND ${inDays} OFFSET 0) AS of_lane`,
    }
  const types = invoice_type.length > 0 ? invoice_type : document_type.flatMap(typesOf)
  return {
    n,
    candidates: sql`SELECT of_lane.document_id FROM ${lanesOf(by)}, unnest(${[...types]}::text[]) AS of_type
      CROSS JOIN LATERAL (SELECT document_id FROM document_orders
        WHERE store_code_id = in_store AND invoice_type = of_type AND ${inDays} OFFSET 0) AS of_lane`,
  }
}

const NOTHING = ListFilters.parse({})

type OrderTexts = Partial<Pick<MatchFilters, 'invoice_number' | 'contract_number' | 'agent_code'>>

const byOrders = (by: By, { invoice_number, contract_number, agent_code }: OrderTexts) =>
  sql`SELECT document_id FROM document_orders WHERE ${inStoresOf(by)} AND ${contain({
    ...{ invoice_number, contract_number, agent_number: agent_code },
  })}`

type BuyerTexts = Partial<Pick<MatchFilters, 'buyer_name' | 'buyer_tin_no' | 'buyer_id_no' | 'buyer_email'>>

/** First among the buyers, then the documents of those that are found. */
const byBuyer = (by: By, { buyer_name, buyer_tin_no, buyer_id_no, buyer_email }: BuyerTexts) =>
  sql`SELECT of_buyer.document_id FROM (
      SELECT DISTINCT store_code_id AS in_store, buyer_name AS by_name, buyer_id_no AS by_id FROM document_buyers
      WHERE ${inStoresOf(by)} AND ${contain({ buyer_name, buyer_tin_no, buyer_id_no, buyer_email })}
    ) AS buyer CROSS JOIN LATERAL (
      SELECT document_id FROM document_orders
      WHERE store_code_id = in_store AND buyer_name = by_name AND buyer_id_no = by_id OFFSET 0
    ) AS of_buyer`

const contain = (texts: Record<string, string | undefined>) =>
  sql.join(
    Object.entries(texts).flatMap(([column, text]) =>
      text ? [sql`${sql.ref(column)} ILIKE ${like(text)}`] : [],
    ),
    sql` AND `,
  )
