import { sql } from 'kysely'
import { conditionOf, hasUuid, inStoresOf, type MatchFilters, ofAnyDay, uuidBegins } from '../matching.ts'
import { BY_DATE, orderBy } from '../orders/pages.ts'
import type { TextKind } from '../shares.ts'
import { queryOf, type Sought } from '../sought.ts'
import { containsByIndex, hasTrigram } from '../texts.ts'
import { ofLetter } from './by-letter.ts'
import {
  AGENTS,
  BUYER_NAMES,
  BUYERS,
  byParty,
  type Part,
  type Party,
  type Texts,
  usOfParties,
} from './by-party.ts'
import { ofWeeks, usOfWeeks } from './by-week.ts'
import { isLettered, isMarked } from './marks.ts'
import { judged, kept, type Place, rowOf, type Seeking, US } from './place.ts'

/** With each of the texts that are looked for. */
export const byText = (seeking: Seeking): Place[] =>
  [numbered, contracted, ofAgents, ofBuyers, searched, begun].flatMap((place) => place(seeking) ?? [])

const placeOf = ({ told }: Seeking, kind: TextKind, parts: readonly Part[], us_first = 0): Place => ({
  parts: parts.map(({ query }) => query),
  candidates: told.of_days * told.shares[kind],
  us_first,
  us_each: Math.max(...parts.map(({ us }) => us)),
})

/** The same of parties, who are found first; the index is entered at as many of them as their documents are wanted. */
const placeOfParties = (seeking: Seeking, party: Party, texts: Texts, left: MatchFilters): Place => {
  const place = placeOf(seeking, party.kind, byParty(seeking, party, texts, left))
  const { us_found, us_entered } = usOfParties(seeking, party, party.kind)
  const us_each = place.us_each + us_entered / Math.max(place.candidates, 1)
  return { ...place, us_first: us_found, us_each }
}

const numbered = (seeking: Seeking): Place | undefined => {
  const { invoice_number, ...left } = seeking.filters
  const others = { ...left, invoice_number: '' }
  if (isLettered(invoice_number)) {
    const part = byLetter(seeking, invoice_number, others)
    return { ...placeOf(seeking, 'numbers', [part]), candidates: seeking.told.lettered }
  }
  if (!isMarked(invoice_number)) return undefined
  const part = byNumber(seeking, invoice_number, others)
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
  return placeOfParties(seeking, AGENTS, { agent_number: agent_code }, { ...left, agent_code: '' })
}

const ofBuyers = (seeking: Seeking): Place | undefined => {
  const { filters } = seeking
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email } = filters
  const named = { searched_name: buyer_name }
  if (buyer_tin_no || buyer_id_no || buyer_email) {
    const texts = { ...named, buyer_tin_no, buyer_id_no, buyer_email }
    return placeOfParties(seeking, BUYERS, texts, filters)
  }
  if (!buyer_name) return undefined
  return placeOfParties(seeking, BUYER_NAMES, named, { ...filters, buyer_name: '' })
}

/** In the number, in the name of the buyer, or as the whole UUID. */
const searched = (seeking: Seeking): Place | undefined => {
  const { told, filters } = seeking
  const { search } = filters
  if (!search) return undefined
  const left = { ...filters, search: '' }
  const whole = sql`SELECT id AS document_id FROM documents WHERE ${hasUuid('documents', search)}`
  const named = byParty(seeking, BUYER_NAMES, { searched_name: search }, left)
  const others = [...named, { query: judged(seeking, whole), us: 0 }]
  const { us_found, us_entered } = usOfParties(seeking, BUYER_NAMES, 'searched_names')
  const us_parties = us_found + us_entered
  const us_each = Math.max(...named.map(({ us }) => us))
  const candidates = told.of_days * told.shares.searched_names
  const us_named = us_each * candidates
  const in_order = seeking.by_date !== undefined
  const orderly = others.map(({ query, us }) => ({ query: inOrder(seeking, query), us }))
  // No week is asked, nor any number.
  if (!told.in_numbers) {
    const parts = orderly.map(({ query }) => query)
    return { parts, candidates, us_first: us_parties + (in_order ? us_named : 0), us_each, in_order }
  }
  if (isLettered(search)) {
    const part = byLetter(seeking, search, left)
    const place = placeOf(seeking, 'search', [part], us_parties + us_named)
    return { ...place, parts: [part, ...others].map(({ query }) => query), candidates: told.lettered }
  }
  if (!isMarked(search)) return undefined
  const parts = [byNumber(seeking, search, left), ...orderly]
  // Before any that a buyer of this name has is in order, all of them are found.
  const us_first = usOfWeeks(seeking, search) + us_parties + (in_order ? us_named : 0)
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

const byLetter = (seeking: Seeking, text: string, left: MatchFilters): Part => {
  const { query, us_rest } = kept(seeking, ofLetter(seeking, text), { left: ofAnyDay(left) })
  return { query, us: US.entry + US.text + us_rest * seeking.told.share_kept }
}

/** Those of departments that the caller does not see are come to as well. */
const byNumber = (seeking: Seeking, text: string, left: MatchFilters): Part => {
  const { query, us } = kept(seeking, ofWeeks(seeking, text), { left, by_index: false })
  const { kept: all, everything } = seeking.told
  return { query, us: us + US.text + US.order * Math.max(all / Math.max(everything, 1) - 1, 0) }
}

const inOrder = ({ by_date }: Seeking, query: Sought): Sought =>
  by_date
    ? (found) => sql`SELECT * FROM (${queryOf(query, found)}) AS each ORDER BY ${orderBy(BY_DATE, by_date)}`
    : query
