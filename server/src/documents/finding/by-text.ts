import { type RawBuilder, sql } from 'kysely'
import { LHDN_SUBMISSION } from '#domain/documents/lifecycle.ts'
import { conditionOf, isUnfiltered, type MatchFilters, uuidBegins } from './matching.ts'
import { inStoresOf, judged, kept, type Place, rowOf, type Seeking, US } from './place.ts'
import { contain, containsSmall } from './texts.ts'
import type { TextKind } from './told.ts'

/** With each of the texts that are looked for. */
export const byText = (seeking: Seeking): Place[] => {
  const { filters, told } = seeking
  const { invoice_number, contract_number, agent_code, lhdn_uuid, search } = filters
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const place = (kind: TextKind, parts: { query: RawBuilder<unknown>; us: number }[]): Place => ({
    parts: parts.map(({ query }) => query),
    candidates: told.of_days * told.shares[kind],
    us_first: kind === 'orders' || kind === 'search' ? told.kept * told.shares[kind] * US.collected : 0,
    us_each: Math.max(...parts.map(({ us }) => us)),
  })
  const places: Place[] = []
  if (invoice_number || contract_number)
    places.push(
      place('orders', [byOrders(seeking, filters, { ...filters, invoice_number: '', contract_number: '' })]),
    )
  if (agent_code)
    places.push(
      place('agents', byParty(seeking, AGENTS, { agent_number: agent_code }, { ...filters, agent_code: '' })),
    )
  if (buyer_tin_no || buyer_id_no || buyer_email)
    places.push(
      place(
        'buyers',
        byParty(
          seeking,
          BUYERS,
          { searched_name: buyer_name, buyer_tin_no, buyer_id_no, buyer_email },
          filters,
        ),
      ),
    )
  else if (buyer_name)
    places.push(
      place(
        'buyers',
        byParty(seeking, BUYER_NAMES, { searched_name: buyer_name }, { ...filters, buyer_name: '' }),
      ),
    )
  if (search) {
    const rest = { ...filters, search: '' }
    const whole = sql`SELECT id AS document_id FROM documents WHERE authority_uuid = ${search}`
    places.push(
      place('search', [
        byOrders(seeking, { invoice_number: search }, rest),
        ...byParty(seeking, BUYER_NAMES, { searched_name: search }, rest),
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

const byOrders = (
  seeking: Seeking,
  { invoice_number, contract_number }: Partial<Pick<MatchFilters, 'invoice_number' | 'contract_number'>>,
  left: MatchFilters,
) =>
  kept(
    seeking,
    sql`(SELECT * FROM document_orders
      WHERE ${inStoresOf(seeking)} AND ${contain({ invoice_number, contract_number })})`,
    { left, by_index: false },
  )

/** Whom departments have had; `key` leads from one to its documents, `validated` to the validated of these. */
type Party = {
  table: string
  key: readonly string[]
  /** The condition of that index, where there is one. */
  validated: RawBuilder<unknown> | undefined
}

const BUYERS: Party = {
  table: 'document_buyers',
  key: ['store_code_id', 'buyer_name', 'buyer_id_no'],
  validated: undefined,
}
const BUYER_NAMES: Party = {
  table: 'document_buyers',
  key: ['store_code_id', 'buyer_name'],
  validated: sql`status = 'Validated'`,
}
const AGENTS: Party = {
  table: 'document_agents',
  key: ['store_code_id', 'agent_number'],
  validated: sql`status = 'Validated' AND agent_number <> ''`,
}

type Texts = Record<string, string | undefined>

/**
 * First among the parties, then the documents of those that are found, in their index. `left` is what is to be judged
 * of these. Of what was handed over most is validated, and that may be more than are counted.
 */
const byParty = (seeking: Seeking, party: Party, texts: Texts, left: MatchFilters) => {
  const { key, validated } = party
  const parties = partiesOf(seeking, party, texts)
  const of_any_status = kept(
    seeking,
    sql`(SELECT of_party.* FROM ${parties} CROSS JOIN LATERAL (
      SELECT * FROM document_orders WHERE ${sameBy(key, 'document_orders', 'party')} OFFSET 0) AS of_party)`,
    { left },
  )
  const status = left.status.join()
  if (!validated || (status !== 'Validated' && status !== LHDN_SUBMISSION)) return [of_any_status]
  const rest = { ...left, status: [] }
  const in_index =
    isUnfiltered({ ...rest, dateStart: '', dateEnd: '' }) && ['invoice_date', ...key].includes(seeking.column)
  const of_validated = {
    query: sql`SELECT of_party.* FROM ${parties} CROSS JOIN LATERAL (
      SELECT ${rowOf(seeking, 'id')} FROM documents WHERE ${sameBy(key, 'documents', 'party')}
        AND ${validated} AND ${conditionOf(seeking, rest)} OFFSET 0) AS of_party`,
    us: in_index ? US.entry : US.document,
  }
  return status === 'Validated' ? [of_validated] : [of_validated, of_any_status]
}

/** The parties with these texts, as a table `party`, each once. */
const partiesOf = (seeking: Seeking, { table, key }: Party, { searched_name, ...texts }: Texts) => {
  const named = searched_name ? containsSmall('searched_name', searched_name) : sql`TRUE`
  return sql`(SELECT DISTINCT ${sql.join(key.map((column) => sql.ref(column)))} FROM ${sql.table(table)}
    WHERE ${inStoresOf(seeking)} AND ${named} AND ${contain(texts)}) AS party`
}

const sameBy = (columns: readonly string[], one: string, other: string) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
    sql` AND `,
  )
