import { type RawBuilder, sql } from 'kysely'
import { LHDN_SUBMISSION } from '#domain/documents/lifecycle.ts'
import { conditionOf, isUnfiltered, type MatchFilters, uuidBegins } from './matching.ts'
import { inStoresOf, judged, kept, type Place, rowOf, type Seeking, US } from './place.ts'
import { contain } from './texts.ts'
import type { TextKind } from './told.ts'

/** With each of the texts that are looked for. */
export const byText = (seeking: Seeking): Place[] => {
  const { filters, told } = seeking
  const { invoice_number, contract_number, agent_code, lhdn_uuid, search } = filters
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const place = (kind: TextKind, parts: { query: RawBuilder<unknown>; us: number }[]): Place => ({
    parts: parts.map(({ query }) => query),
    candidates: told.of_days * told.shares[kind],
    us_first: kind === 'buyers' ? 0 : told.kept * told.shares[kind] * US.collected,
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
