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
  isUnfiltered,
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

/** So many are told apart from the others by their ids alone, where an index has these: a few megabytes. */
const AMONG_MAX = 200_000

/** To read a document takes as long as to tell apart so many by their ids. */
const IDS_PER_READ = 14

/** The ids of one page, and of how many it is one; `n` is above the limit where there are more than that. */
export type Found = { ids: string[]; n: number } & Pick<PageWanted, 'among'>

/**
 * One page of what filters leave that leave few, sorted by any column: found first. `n` is above the limit, and
 * there are no ids, where they are more. Undefined where nothing tells where to look.
 */
export const pageOfFew = async (by: By, given: PageWanted, column: string): Promise<Found | undefined> => {
  const { caller, filters, page_size, sort_order } = { ...given, ...inDepartments(by.caller, given.filters) }
  const seeking = { ...by, caller, filters, column }
  const counted = await byCounters(seeking)
  const places = await placesOf(seeking, counted)
  if (!places) {
    if (!counted?.among || !(await isLessToTell(seeking, given, counted.n))) return undefined
    return { ids: [], n: counted.n, among: counted.among }
  }
  const { rows } = await sql<Found>`
    WITH found AS MATERIALIZED (SELECT * FROM (${allOf(places)}) AS each LIMIT ${FOUND_MAX + 1}),
      counted AS MATERIALIZED (SELECT count(*)::int AS n FROM found)
    SELECT n, ARRAY(SELECT id FROM found WHERE n <= ${FOUND_MAX}
      ORDER BY sorted ${sql.raw(sort_order)} NULLS LAST, ${orderBy(BY_DATE, sort_order)}
      LIMIT ${page_size} OFFSET ${offsetOf(given)}) AS ids
    FROM counted`.execute(by.db)
  return rows[0]
}

/**
 * Whether it is less work to tell `n` documents apart by their ids than to read in each department all that the order
 * has before the page is full.
 */
const isLessToTell = async (seeking: Seeking, page: PageWanted, n: number): Promise<boolean> => {
  const counted = sql<{ everything: string }>`SELECT ${countMatching(seeking, NOTHING)} AS everything`
  const { rows } = await counted.execute(seeking.db)
  const wanted = seeking.caller.stores.length * (offsetOf(page) + page.page_size)
  return n < ((wanted * Number(rows[0]?.everything)) / n) * IDS_PER_READ
}

/** What is looked for, and by what it will be sorted. */
type Seeking = By & { filters: MatchFilters; column: string }

/** Where to look: a query for what is found there and nowhere else, each as `rowOf` tells it. */
type Place = RawBuilder<unknown>
/** What is found in two places is one. Of none more is read than may be found. */
const allOf = (places: readonly Place[]) =>
  sql.join(
    places.map((place) => sql`(${place} LIMIT ${FOUND_MAX + 1})`),
    sql` UNION `,
  )
const rowOf = ({ column }: Seeking, id: 'id' | 'document_id') =>
  sql`${sql.ref(column)} AS sorted, ${sql.ref(id)} AS id, invoice_date, created_at`

const inStoresOf = ({ caller }: By) =>
  sql`store_code_id = ANY(${caller.stores.map(({ store_code_id }) => store_code_id)}::uuid[])`

/**
 * Where few documents are to be judged: those with a text, unless those of a state or type are few, or fewer. Undefined
 * where there are many, whichever way.
 */
const placesOf = async (seeking: Seeking, counted?: CountedPlace): Promise<Place[] | undefined> => {
  const few = counted && counted.n <= FOUND_MAX ? counted : undefined
  const with_text = byText(seeking)
  if (!with_text) return few && [few.place]
  if (!few) return with_text
  const prefers_counted = few.n <= FEW || (await areMany(seeking, with_text))
  return prefers_counted ? [few.place] : with_text
}

/** Whether there is more than may be found. */
const areMany = async ({ db }: By, places: readonly Place[]): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT FROM (${allOf(places)}) AS each LIMIT ${FOUND_MAX + 1}) AS few`.execute(
    db,
  )
  return Number(rows[0]?.n) > FOUND_MAX
}

const byText = (seeking: Seeking): Place[] | undefined => {
  const { filters } = seeking
  const { invoice_number, contract_number, agent_code, lhdn_uuid, search } = filters
  if (invoice_number || contract_number || agent_code) return [byOrders(seeking, filters)]
  if (lhdn_uuid)
    return [judged(seeking, sql`SELECT id AS document_id FROM documents WHERE ${uuidBegins(lhdn_uuid)}`)]
  if (filters.buyer_name || filters.buyer_tin_no || filters.buyer_id_no || filters.buyer_email)
    return [byBuyer(seeking, filters)]
  if (!search) return undefined
  const rest = { ...filters, search: undefined }
  return [
    byOrders(seeking, { invoice_number: search }, rest),
    byBuyer(seeking, { buyer_name: search }, rest),
    judged(seeking, sql`SELECT id AS document_id FROM documents WHERE authority_uuid = ${search}`),
  ]
}

/** Candidates, `document_id`, looked at one by one: for what only the document itself tells. */
const judged = (seeking: Seeking, candidates: RawBuilder<unknown>) =>
  sql`SELECT one.* FROM (${candidates}) AS candidate CROSS JOIN LATERAL (
    SELECT ${rowOf(seeking, 'id')} FROM documents WHERE id = document_id AND ${inStoresOf(seeking)}
      AND ${conditionOf(seeking, seeking.filters)} LIMIT 1) AS one`

/**
 * Some rows of `document_orders`: judged there where it keeps all that is left to judge, which spares their documents;
 * beside a status, in the index of documents by that.
 */
const kept = (seeking: Seeking, from: RawBuilder<unknown>, left: MatchFilters = seeking.filters) => {
  const statuses = isStateCounted(left) ? plainStatuses(left) : undefined
  const others = statuses ? { ...left, status: [] } : left
  if (CHANGING_COLUMNS.includes(seeking.column) || !isKept(others))
    return judged(seeking, sql`SELECT document_id FROM ${from}`)
  const found = sql`${from} AND ${conditionOf(seeking, others)}`
  if (!statuses) return sql`SELECT ${rowOf(seeking, 'document_id')} FROM ${found}`
  return sql`SELECT ${rowOf(seeking, 'document_id')} FROM (SELECT * FROM ${found} OFFSET 0) AS one CROSS JOIN LATERAL (
    SELECT FROM documents AS of_status
    WHERE of_status.store_code_id = one.store_code_id AND of_status.status = ANY(${[...statuses]}::text[])
      AND of_status.invoice_date = one.invoice_date AND of_status.created_at = one.created_at
      AND of_status.id = one.document_id LIMIT 1) AS of_status`
}

/** The columns of lists that `document_orders` does not keep. */
const CHANGING_COLUMNS = ['sender_store_code', 'status', 'submitted_at']

/** Whether `document_orders` has all that these filters ask about. */
const isKept = ({ status, document_type, ...filters }: MatchFilters): boolean =>
  document_type.length === 0 &&
  !filters.search &&
  status.every((name) => name === 'All') &&
  !filters.buyer_tin_no &&
  !filters.buyer_email &&
  !filters.lhdn_uuid &&
  !filters.buyer_id_type?.length

type CountedPlace = { n: number; place: Place } & Pick<Found, 'among'>

/** By department, status and day, or by department, type and day, where the counters tell that either leaves few. */
const byCounters = async (seeking: Seeking): Promise<CountedPlace | undefined> => {
  const { dateStart, dateEnd, status, invoice_type, document_type } = seeking.filters
  const days = { ...NOTHING, dateStart, dateEnd }
  const statuses = isStateCounted(seeking.filters) ? plainStatuses(seeking.filters) : undefined
  const of_state = { ...days, status: statuses ? status : [] }
  const of_type = { ...days, invoice_type, document_type }
  if (isUnfiltered(of_state) && isUnfiltered(of_type)) return undefined
  // What nothing narrows need not be counted: it is everything.
  const asked = [of_state, of_type].map((narrowed) =>
    isUnfiltered(narrowed) ? sql`NULL` : countMatching(seeking, narrowed),
  )
  const { rows } = await sql<{
    n: (string | null)[]
  }>`SELECT ARRAY[${sql.join(asked)}]::bigint[] AS n`.execute(seeking.db)
  const [state = Infinity, type = Infinity] = (rows[0]?.n ?? []).map((n) =>
    n === null ? Infinity : Number(n),
  )
  const n = Math.min(state, type)
  if (n > AMONG_MAX) return undefined
  const told = (place: Place, by: MatchFilters): CountedPlace => ({
    ...{ n, place },
    ...(isNarrowedBy(seeking.filters, by) && { among: sql`SELECT id FROM (${place}) AS each` }),
  })
  if (state === n)
    return told(
      sql`SELECT of_lane.* FROM ${lanesOf(seeking, statuses)} CROSS JOIN LATERAL (
        SELECT ${rowOf(seeking, 'id')} FROM documents
        WHERE store_code_id = in_store AND ${statuses ? sql`status = in_status` : sql`TRUE`}
          AND ${conditionOf(seeking, seeking.filters)} OFFSET 0) AS of_lane`,
      of_state,
    )
  const types = invoice_type.length > 0 ? invoice_type : document_type.flatMap(typesOf)
  const place = kept(
    seeking,
    sql`${lanesOf(seeking)}, unnest(${[...types]}::text[]) AS of_type CROSS JOIN LATERAL (
      SELECT * FROM document_orders
      WHERE store_code_id = in_store AND invoice_type = of_type AND ${conditionOf(seeking, days)} OFFSET 0
    ) AS of_lane WHERE TRUE`,
  )
  return told(place, of_type)
}

/** Whether these are all that the filters ask for. */
const isNarrowedBy = (filters: MatchFilters, by: MatchFilters) => {
  const taken = new Map(Object.entries(by))
  return Object.entries(filters).every(
    ([name, value = '']) => value.length === 0 || taken.get(name) === value,
  )
}

const NOTHING = ListFilters.parse({})

type OrderTexts = Partial<Pick<MatchFilters, 'invoice_number' | 'contract_number' | 'agent_code'>>

const byOrders = (
  seeking: Seeking,
  { invoice_number, contract_number, agent_code }: OrderTexts,
  left?: MatchFilters,
) =>
  kept(
    seeking,
    sql`document_orders WHERE ${inStoresOf(seeking)}
      AND ${contain({ invoice_number, contract_number, agent_number: agent_code })}`,
    left,
  )

type BuyerTexts = Partial<Pick<MatchFilters, 'buyer_name' | 'buyer_tin_no' | 'buyer_id_no' | 'buyer_email'>>

/** First among the buyers, then the documents of those that are found: of a name alone, in its index. */
const byBuyer = (seeking: Seeking, texts: BuyerTexts, left: MatchFilters = seeking.filters) => {
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = texts
  const is_named = !buyer_tin_no && !buyer_id_no && !buyer_email
  const named = sql`SELECT DISTINCT store_code_id AS in_store, buyer_name AS by_name`
  const its = sql`store_code_id = in_store AND buyer_name = by_name`
  return kept(
    seeking,
    sql`(
      ${is_named ? named : sql`${named}, buyer_id_no AS by_id`} FROM document_buyers
      WHERE ${inStoresOf(seeking)} AND ${contain({ buyer_name, buyer_tin_no, buyer_id_no, buyer_email })}
    ) AS buyer CROSS JOIN LATERAL (
      SELECT * FROM document_orders
      WHERE ${is_named ? its : sql`${its} AND buyer_id_no = by_id`} OFFSET 0
    ) AS of_buyer WHERE TRUE`,
    is_named ? { ...left, buyer_name: '' } : left,
  )
}

const contain = (texts: Record<string, string | undefined>) =>
  sql.join(
    Object.entries(texts).flatMap(([column, text]) =>
      text ? [sql`${sql.ref(column)} ILIKE ${like(text)}`] : [],
    ),
    sql` AND `,
  )
