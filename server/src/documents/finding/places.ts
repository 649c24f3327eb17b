import { type RawBuilder, sql } from 'kysely'
import { LHDN_SUBMISSION } from '#domain/documents/lifecycle.ts'
import { isDocument, splitKept } from './kept.ts'
import {
  type By,
  conditionOf,
  isUnfiltered,
  type MatchFilters,
  plainStatuses,
  typesOf,
  UNFILTERED,
  uuidBegins,
} from './matching.ts'
import { lanesOf } from './pages.ts'
import { contain } from './texts.ts'
import type { TextKind, Told } from './told.ts'

/** What is looked for, by what it will be sorted, and what is told of it. */
export type Seeking = By & { filters: MatchFilters; column: string; told: Told }

/** Where to look: queries which together find all that is looked for; what two of them find is one. */
export type Place = {
  parts: RawBuilder<unknown>[]
  /** So many are looked at if all are. */
  candidates: number
  /** µs, all of it in memory: before the first one is found, and to look at one. */
  us_first: number
  us_each: number
  /** The ids of all, where that index alone tells them. */
  among?: RawBuilder<unknown>
}

/** µs to come to an entry of an index, a row of `document_orders`, a document, and to look up the status of one. */
export const US = { entry: 0.3, order: 1, document: 2, status: 3 }
/** µs to collect an entry of an index of texts, of which none is looked at before all are. */
const US_COLLECTED = 0.2
/** µs to look for a text in it. */
const US_TEXT = 0.6

/** All places where these documents can be looked for. */
export const placesOf = (seeking: Seeking): Place[] => {
  const { invoice_type, document_type } = seeking.filters
  return [
    ...byText(seeking),
    byState(seeking),
    ...(invoice_type.length > 0 || document_type.length > 0 ? [byType(seeking)] : []),
  ]
}

const rowOf = ({ column }: Seeking, id: 'id' | 'document_id') =>
  sql`${sql.ref(column)} AS sorted, ${sql.ref(id)} AS id, invoice_date, created_at`

const inStoresOf = ({ caller }: By) =>
  sql`store_code_id = ANY(${caller.stores.map(({ store_code_id }) => store_code_id)}::uuid[])`

/** By department, status and day: whoever asks for no status looks at all documents of the days. */
export const byState = (seeking: Seeking): Place => {
  const { filters, column, told } = seeking
  const { dateStart, dateEnd, status } = filters
  const statuses = plainStatuses(filters)
  const query = sql`SELECT of_lane.* FROM ${lanesOf(seeking, statuses)} CROSS JOIN LATERAL (
    SELECT ${rowOf(seeking, 'id')} FROM documents
    WHERE store_code_id = in_store AND ${statuses ? sql`status = in_status` : sql`TRUE`}
      AND ${conditionOf(seeking, filters)} OFFSET 0) AS of_lane`
  const { invoice_type, buyer_name } = filters
  const dated = { ...UNFILTERED, dateStart, dateEnd, buyer_name }
  const in_index = statuses
    ? isNarrowedBy(filters, { ...dated, status, invoice_type }) && OF_STATE.includes(column)
    : isNarrowedBy(filters, dated) && OF_DATE.includes(column)
  const alone = { ...UNFILTERED, dateStart, dateEnd, status: statuses ? status : [] }
  return {
    ...{ parts: [query], candidates: told.of_state, us_first: 0 },
    us_each: (in_index ? US.entry : US.document) + (buyer_name ? US_TEXT : 0),
    // Where nothing is asked for, these are all there are.
    ...(isNarrowedBy(filters, alone) &&
      !isUnfiltered(filters) && { among: sql`SELECT id FROM (${query}) AS each` }),
  }
}

/** What the indexes by date, by status and by type have. */
const OF_DATE = ['invoice_date', 'buyer_name']
const OF_STATE = ['invoice_date', 'status', 'invoice_type', 'buyer_name']
const OF_TYPE = ['invoice_date', 'invoice_type', 'buyer_name']

/** By department, type and day. */
const byType = (seeking: Seeking): Place => {
  const { filters, column, told } = seeking
  const { dateStart, dateEnd, invoice_type, document_type, buyer_name } = filters
  const types = invoice_type.length > 0 ? invoice_type : document_type.flatMap(typesOf)
  const days = { ...UNFILTERED, dateStart, dateEnd }
  const looked = kept(
    seeking,
    sql`(SELECT of_lane.* FROM ${lanesOf(seeking)}, unnest(${[...types]}::text[]) AS of_type CROSS JOIN LATERAL (
      SELECT * FROM document_orders
      WHERE store_code_id = in_store AND invoice_type = of_type AND ${conditionOf(seeking, days)} OFFSET 0
    ) AS of_lane)`,
  )
  const is_named = isNarrowedBy(filters, { ...days, invoice_type, document_type, buyer_name })
  const in_index = is_named && OF_TYPE.includes(column)
  return {
    ...{ parts: [looked.query], candidates: told.of_type, us_first: 0 },
    us_each: (in_index ? US.entry : US.order) + (buyer_name ? US_TEXT : 0) + looked.us_rest * told.share,
    ...(isNarrowedBy(filters, { ...days, invoice_type, document_type }) && {
      among: sql`SELECT id FROM (${looked.query}) AS each`,
    }),
  }
}

/** Whether these are all that the filters ask for. */
const isNarrowedBy = (filters: MatchFilters, by: MatchFilters) => {
  const taken = new Map(Object.entries(by))
  return Object.entries(filters).every(
    ([name, value = '']) => value.length === 0 || taken.get(name) === value,
  )
}

/** Of buyers by name, what is validated, which is most of all: that is known by buyer as well. */
const validatedByBuyer = (seeking: Seeking, { buyer_name }: BuyerTexts, left: MatchFilters) => {
  const rest = { ...left, status: [] }
  const is_index = isUnfiltered({ ...rest, dateStart: '', dateEnd: '' })
  return {
    query: sql`SELECT of_buyer.* FROM ${buyersOf(seeking, { buyer_name })} CROSS JOIN LATERAL (
      SELECT ${rowOf(seeking, 'id')} FROM documents WHERE ${sameBy(NAME, 'documents', 'buyer')}
        AND status = 'Validated' AND ${conditionOf(seeking, rest)} OFFSET 0) AS of_buyer`,
    us: is_index && ['invoice_date', 'buyer_name'].includes(seeking.column) ? US.entry : US.document,
  }
}

/** With each of the texts that are looked for. */
const byText = (seeking: Seeking): Place[] => {
  const { filters, told } = seeking
  const { invoice_number, contract_number, agent_code, lhdn_uuid, search } = filters
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const place = (kind: TextKind, parts: { query: RawBuilder<unknown>; us: number }[]): Place => ({
    parts: parts.map(({ query }) => query),
    candidates: told.of_days * told.shares[kind],
    us_first: kind === 'buyers' ? 0 : told.kept * told.shares[kind] * US_COLLECTED,
    us_each: Math.max(...parts.map(({ us }) => us)),
  })
  const places: Place[] = []
  if (invoice_number || contract_number || agent_code)
    places.push(
      place('orders', [
        byOrders(seeking, filters, { ...filters, invoice_number: '', contract_number: '', agent_code: '' }),
      ]),
    )
  if (buyer_name || buyer_tin_no || buyer_id_no || buyer_email)
    places.push(
      place('buyers', byBuyer(seeking, filters, isNamed(filters) ? { ...filters, buyer_name: '' } : filters)),
    )
  if (search) {
    const rest = { ...filters, search: '' }
    const whole = sql`SELECT id AS document_id FROM documents WHERE authority_uuid = ${search}`
    places.push(
      place('search', [
        byOrders(seeking, { invoice_number: search }, rest),
        ...byBuyer(seeking, { buyer_name: search }, rest),
        { query: judged(seeking, whole), us: 0 },
      ]),
    )
  }
  if (lhdn_uuid) {
    const begun = sql`SELECT id AS document_id FROM documents WHERE ${uuidBegins(lhdn_uuid)}`
    places.push({ parts: [judged(seeking, begun)], candidates: 0, us_first: 0, us_each: 0 })
  }
  return places
}

/** Candidates, `document_id`, looked at one by one: for what only the document itself tells. */
const judged = (seeking: Seeking, candidates: RawBuilder<unknown>) =>
  sql`SELECT one.* FROM (${candidates}) AS candidate CROSS JOIN LATERAL (
    SELECT ${rowOf(seeking, 'id')} FROM documents WHERE id = document_id AND ${inStoresOf(seeking)}
      AND ${conditionOf(seeking, seeking.filters)} LIMIT 1) AS one`

/**
 * Some rows of `document_orders`, a table of a statement: judged there as far as it keeps what is left to judge, the
 * rest one by one. With the µs for one of them, and for the rest of it.
 */
const kept = (
  seeking: Seeking,
  from: RawBuilder<unknown>,
  { left = seeking.filters, by_index = true }: { left?: MatchFilters; by_index?: boolean } = {},
) => {
  if (CHANGING_COLUMNS.includes(seeking.column)) {
    const query = judged(seeking, sql`SELECT document_id FROM ${from} AS one`)
    return { query, us: US.document, us_rest: US.document }
  }
  const { kept: here, rest } = splitKept(left)
  // Days are in the index that leads here.
  const is_dated = isUnfiltered({ ...here, dateStart: '', dateEnd: '' }) && seeking.column === 'invoice_date'
  const us_rest = isUnfiltered(rest) ? 0 : US.status
  return {
    query: sql`SELECT ${rowOf(seeking, 'document_id')} FROM ${from} AS one
      WHERE ${conditionOf(seeking, here)} AND ${isDocument(seeking, rest, 'one')}`,
    ...{ us: (by_index && is_dated ? US.entry : US.order) + us_rest, us_rest },
  }
}

/** The columns of lists that `document_orders` does not keep. */
const CHANGING_COLUMNS = ['sender_store_code', 'status', 'submitted_at']

type OrderTexts = Partial<Pick<MatchFilters, 'invoice_number' | 'contract_number' | 'agent_code'>>

const byOrders = (
  seeking: Seeking,
  { invoice_number, contract_number, agent_code }: OrderTexts,
  left: MatchFilters,
) =>
  kept(
    seeking,
    sql`(SELECT * FROM document_orders WHERE ${inStoresOf(seeking)}
      AND ${contain({ invoice_number, contract_number, agent_number: agent_code })})`,
    { left, by_index: false },
  )

type BuyerTexts = Partial<Pick<MatchFilters, 'buyer_name' | 'buyer_tin_no' | 'buyer_id_no' | 'buyer_email'>>

/**
 * First among the buyers, then the documents of those that are found: of a name alone, in its index. `left` is what is
 * to be judged of these. Of what was handed over most is validated, and that may be more than are counted.
 */
const byBuyer = (seeking: Seeking, texts: BuyerTexts, left: MatchFilters) => {
  const is_named = isNamed(texts)
  const of_any_status = kept(
    seeking,
    sql`(SELECT of_buyer.* FROM ${buyersOf(seeking, texts)} CROSS JOIN LATERAL (
      SELECT * FROM document_orders
      WHERE ${sameBy(is_named ? NAME : NAME_AND_ID, 'document_orders', 'buyer')} OFFSET 0) AS of_buyer)`,
    { left },
  )
  const status = is_named ? left.status.join() : ''
  if (status === 'Validated') return [validatedByBuyer(seeking, texts, left)]
  return status === LHDN_SUBMISSION
    ? [validatedByBuyer(seeking, texts, left), of_any_status]
    : [of_any_status]
}

const isNamed = ({ buyer_tin_no, buyer_id_no, buyer_email }: BuyerTexts) =>
  !buyer_tin_no && !buyer_id_no && !buyer_email

/** The buyers with these texts, as a table `buyer`, each once. */
const buyersOf = (seeking: Seeking, texts: BuyerTexts) => {
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = texts
  return sql`(SELECT DISTINCT ${refs(isNamed(texts) ? NAME : NAME_AND_ID)} FROM document_buyers
    WHERE ${inStoresOf(seeking)} AND ${contain({ buyer_name, buyer_tin_no, buyer_id_no, buyer_email })}) AS buyer`
}

const NAME = ['store_code_id', 'buyer_name']
const NAME_AND_ID = [...NAME, 'buyer_id_no']

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

const sameBy = (columns: readonly string[], one: string, other: string) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
    sql` AND `,
  )
