import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LHDN_SUBMISSION } from '#domain/documents/lifecycle.ts'
import { conditionOf, inStoresOf, isUnfiltered, type MatchFilters, ofAnyDay, onlyDays } from '../matching.ts'
import type { ShareKind } from '../shares.ts'
import type { Sought } from '../sought.ts'
import { contain, contains, containsByIndex, containsSmall, hasTrigram } from '../texts.ts'
import { kept, rowOf, type Seeking, US } from './place.ts'

/** Whom departments have had; `key` leads from one to its documents, `validated` to the validated of these. */
export type Party = {
  table: string
  kind: 'buyers' | 'agents'
  key: readonly string[]
  /** The condition of that index, where there is one, and what else it has. */
  validated: RawBuilder<unknown> | undefined
  included: readonly string[]
}

export const BUYERS: Party = {
  table: 'document_buyers',
  kind: 'buyers',
  key: ['store_code_id', 'buyer_name', 'buyer_id_no'],
  validated: undefined,
  included: [],
}
export const BUYER_NAMES: Party = {
  table: 'document_buyers',
  kind: 'buyers',
  key: ['store_code_id', 'buyer_name'],
  validated: sql`status = 'Validated'`,
  included: ['invoice_type', 'total_payable_amount'],
}
export const AGENTS: Party = {
  table: 'document_agents',
  kind: 'agents',
  key: ['store_code_id', 'agent_number'],
  validated: sql`status = 'Validated' AND agent_number <> ''`,
  included: [],
}

/** One query of a place, and the µs for one that it finds. */
export type Part = { query: Sought; us: number }

export type Texts = Record<string, string | undefined>

/** µs to find the parties of whom this share of all has the text, and to enter the index at each of them. */
export const usOfParties = ({ told }: Seeking, { kind }: Party, share: ShareKind) => {
  const parties = (told[kind] * told.shares[share] * told.everything) / Math.max(told.kept, 1)
  return { us_found: parties * US.collected, us_entered: parties * US.party }
}

/**
 * First among the parties, then the documents of those that are found, in their index. `left` is what is to be judged
 * of these. Of what was handed over most is validated, and that may be more than are counted.
 */
export const byParty = (seeking: Seeking, party: Party, texts: Texts, left: MatchFilters): Part[] => {
  const { key, validated } = party
  const parties = partiesOf(seeking, party, texts)
  const ofAnyStatus = (besides: RawBuilder<SqlBool>) =>
    kept(
      seeking,
      sql`(SELECT of_party.*, is_sure FROM ${parties} CROSS JOIN LATERAL (
        SELECT * FROM document_orders
        WHERE ${sameBy(key, 'document_orders', 'party')} AND ${conditionOf(seeking, onlyDays(left))} OFFSET 0
      ) AS of_party WHERE ${besides} OFFSET 0)`,
      { left: ofAnyDay(left), has_sure: true },
    )
  const of_any_status = ofAnyStatus(sql`TRUE`)
  const status = left.status.join()
  if (!validated || (status !== 'Validated' && status !== LHDN_SUBMISSION)) return [of_any_status]
  const rest = { ...left, status: [] }
  const untold = party.included.includes('invoice_type')
    ? { ...rest, invoice_type: [], document_type: [] }
    : rest
  const in_index =
    isUnfiltered(ofAnyDay(untold)) && ['invoice_date', ...key, ...party.included].includes(seeking.column)
  const of_validated = {
    query: sql`SELECT of_party.* FROM ${parties} CROSS JOIN LATERAL (
      SELECT ${rowOf(seeking, 'id')} FROM documents WHERE ${sameBy(key, 'documents', 'party')}
        AND ${validated} AND ${conditionOf(seeking, rest)} OFFSET 0) AS of_party`,
    us: in_index ? US.entry : US.document,
  }
  if (status === 'Validated') return [of_validated]
  // To find what is validated once more, and look up the status of each, was most of it.
  const others = (found: RawBuilder<unknown>) =>
    ofAnyStatus(sql`(document_id IN (SELECT id FROM ${found})) IS NOT TRUE`).query
  return [of_validated, { ...of_any_status, query: others }]
}

/**
 * The parties with these texts, as a table `party`, each once; `is_sure` where whatever its documents bear as TIN and
 * e-mail has these texts, so that none of them need be asked.
 */
const partiesOf = (seeking: Seeking, { table, key }: Party, { searched_name, ...texts }: Texts) => {
  const named = searched_name ? containsSmall('searched_name', searched_name) : sql`TRUE`
  const { buyer_tin_no, buyer_email } = texts
  const is_sure =
    buyer_tin_no || buyer_email
      ? sql`NOT EXISTS (SELECT FROM ${sql.table(table)} AS other WHERE ${sameBy(key, 'other', table)}
          AND NOT (${contain({ buyer_tin_no, buyer_email })}))`
      : sql`TRUE`
  return sql`(SELECT DISTINCT ${sql.join(key.map((column) => sql.ref(column)))}, ${is_sure} AS is_sure
    FROM ${sql.table(table)}
    WHERE ${inStoresOf(seeking)} AND ${named} AND ${contain(texts, containsSomehow)}) AS party`
}

/** By trigrams where there are any: without, their index would be read as a whole, and each row made small anew. */
const containsSomehow = (column: string, text: string) =>
  hasTrigram(text) ? containsByIndex(column, text) : contains(column, text)

const sameBy = (columns: readonly string[], one: string, other: string) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
    sql` AND `,
  )
