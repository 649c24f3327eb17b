import { type RawBuilder, sql } from 'kysely'
import { LHDN_SUBMISSION } from '#domain/documents/lifecycle.ts'
import { isMarked, ofWeeks, usOfWeeks } from './by-week.ts'
import { conditionOf, isUnfiltered, type MatchFilters, UNFILTERED, uuidBegins } from './matching.ts'
import { BY_DATE, orderBy } from './pages.ts'
import { inStoresOf, judged, kept, type Place, rowOf, type Seeking, US } from './place.ts'
import { contain, containsByIndex, containsSmall, hasTrigram } from './texts.ts'
import type { TextKind } from './told.ts'

/** With each of the texts that are looked for. */
export const byText = (seeking: Seeking): Place[] =>
  [numbered, contracted, ofAgents, ofBuyers, searched, begun].flatMap((place) => place(seeking) ?? [])

type Part = { query: RawBuilder<unknown>; us: number }

const placeOf = ({ told }: Seeking, kind: TextKind, parts: readonly Part[], us_first = 0): Place => ({
  parts: parts.map(({ query }) => query),
  candidates: told.of_days * told.shares[kind],
  us_first,
  us_each: Math.max(...parts.map(({ us }) => us)),
})

const numbered = (seeking: Seeking): Place | undefined => {
  const { invoice_number, ...left } = seeking.filters
  if (!isMarked(invoice_number)) return undefined
  const part = byNumber(seeking, invoice_number, { ...left, invoice_number: '' })
  const in_order = seeking.by_date !== undefined
  return { ...placeOf(seeking, 'numbers', [part], usOfWeeks(seeking, invoice_number)), in_order }
}

const contracted = (seeking: Seeking): Place | undefined => {
  const { contract_number } = seeking.filters
  const { kept: all, shares } = seeking.told
  if (!contract_number || !hasTrigram(contract_number)) return undefined
  const left = { ...seeking.filters, contract_number: '' }
  const rows = sql`(SELECT * FROM document_orders
    WHERE ${inStoresOf(seeking)} AND ${containsByIndex('contract_number', contract_number)})`
  const part = kept(seeking, rows, { left, by_index: false })
  // Whoever sees them, and of whatever day.
  const candidates = all * shares.contracts
  return { ...placeOf(seeking, 'contracts', [part], candidates * US.collected), candidates }
}

const ofAgents = (seeking: Seeking): Place | undefined => {
  const { agent_code, ...left } = seeking.filters
  if (!agent_code) return undefined
  const parts = byParty(seeking, AGENTS, { agent_number: agent_code }, { ...left, agent_code: '' })
  return placeOf(seeking, 'agents', parts, usOfParties(seeking, AGENTS, 'agents'))
}

const ofBuyers = (seeking: Seeking): Place | undefined => {
  const { filters } = seeking
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const named = { searched_name: buyer_name }
  const us_first = usOfParties(seeking, BUYERS, 'buyers')
  if (buyer_tin_no || buyer_id_no || buyer_email) {
    const texts = { ...named, buyer_tin_no, buyer_id_no, buyer_email }
    return placeOf(seeking, 'buyers', byParty(seeking, BUYERS, texts, filters), us_first)
  }
  if (!buyer_name) return undefined
  const parts = byParty(seeking, BUYER_NAMES, named, { ...filters, buyer_name: '' })
  return placeOf(seeking, 'buyers', parts, us_first)
}

/** In the number, in the name of the buyer, or as the whole UUID. */
const searched = (seeking: Seeking): Place | undefined => {
  const { told, filters } = seeking
  const { search } = filters
  if (!isMarked(search)) return undefined
  const left = { ...filters, search: '' }
  const whole = sql`SELECT id AS document_id FROM documents WHERE authority_uuid = ${search}`
  const named = byParty(seeking, BUYER_NAMES, { searched_name: search }, left)
  const in_order = seeking.by_date !== undefined
  const parts = [
    byNumber(seeking, search, left),
    ...named.map(({ query, us }) => ({ query: inOrder(seeking, query), us })),
    { query: judged(seeking, whole), us: 0 },
  ]
  // Before any that a buyer of this name has is in order, all of them are found.
  const us_named = Math.max(...named.map(({ us }) => us)) * told.of_days * told.shares.searched_names
  const us_first =
    usOfWeeks(seeking, search) +
    usOfParties(seeking, BUYER_NAMES, 'searched_names') +
    (in_order ? us_named : 0)
  return { ...placeOf(seeking, 'search', parts, us_first), in_order }
}

/** By the beginning of the UUID. */
const begun = (seeking: Seeking): Place | undefined => {
  const { lhdn_uuid } = seeking.filters
  if (!lhdn_uuid) return undefined
  const documents = sql`(SELECT * FROM documents WHERE ${uuidBegins(lhdn_uuid)} OFFSET 0) AS begun`
  const query = sql`SELECT ${rowOf(seeking, 'id')} FROM ${documents}
    WHERE ${inStoresOf(seeking)} AND ${conditionOf(seeking, { ...seeking.filters, lhdn_uuid: '' })}`
  const candidates = seeking.told.kept * seeking.told.shares.uuids
  return { parts: [query], candidates, us_first: 0, us_each: US.document }
}

/** Those of departments that the caller does not see are come to as well. */
const byNumber = (seeking: Seeking, text: string, left: MatchFilters): Part => {
  const { query, us } = kept(seeking, ofWeeks(seeking, text), { left, by_index: false })
  const { kept: all, everything } = seeking.told
  return { query, us: us + US.text + US.order * Math.max(all / Math.max(everything, 1) - 1, 0) }
}

const inOrder = ({ by_date }: Seeking, query: RawBuilder<unknown>) =>
  by_date ? sql`SELECT * FROM (${query}) AS each ORDER BY ${orderBy(BY_DATE, by_date)}` : query

/** Whom departments have had; `key` leads from one to its documents, `validated` to the validated of these. */
type Party = {
  table: string
  kind: 'buyers' | 'agents'
  key: readonly string[]
  /** The condition of that index, where there is one. */
  validated: RawBuilder<unknown> | undefined
}

const BUYERS: Party = {
  table: 'document_buyers',
  kind: 'buyers',
  key: ['store_code_id', 'buyer_name', 'buyer_id_no'],
  validated: undefined,
}
const BUYER_NAMES: Party = {
  table: 'document_buyers',
  kind: 'buyers',
  key: ['store_code_id', 'buyer_name'],
  validated: sql`status = 'Validated'`,
}
const AGENTS: Party = {
  table: 'document_agents',
  kind: 'agents',
  key: ['store_code_id', 'agent_number'],
  validated: sql`status = 'Validated' AND agent_number <> ''`,
}

type Texts = Record<string, string | undefined>

/** µs to find the parties of whom this share of all has the text, and to enter the index at each. */
const usOfParties = ({ told }: Seeking, { kind }: Party, share: TextKind | 'searched_names') =>
  (told[kind] * told.shares[share] * told.everything * (US.collected + US.party)) / Math.max(told.kept, 1)

/**
 * First among the parties, then the documents of those that are found, in their index. `left` is what is to be judged
 * of these. Of what was handed over most is validated, and that may be more than are counted.
 */
const byParty = (seeking: Seeking, party: Party, texts: Texts, left: MatchFilters) => {
  const { key, validated } = party
  const { dateStart, dateEnd } = left
  const days = { ...UNFILTERED, dateStart, dateEnd }
  const parties = partiesOf(seeking, party, texts)
  const of_any_status = kept(
    seeking,
    sql`(SELECT of_party.* FROM ${parties} CROSS JOIN LATERAL (
      SELECT * FROM document_orders WHERE ${sameBy(key, 'document_orders', 'party')} AND ${conditionOf(seeking, days)}
      OFFSET 0) AS of_party)`,
    { left: { ...left, dateStart: '', dateEnd: '' } },
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
    WHERE ${inStoresOf(seeking)} AND ${named} AND ${contain(texts, containsByIndex)}) AS party`
}

const sameBy = (columns: readonly string[], one: string, other: string) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
    sql` AND `,
  )
