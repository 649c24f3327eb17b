import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { ListFilters } from '#contract/document-rows.ts'
import type { Caller } from '#domain/access/caller.ts'
import { DOCUMENT_TYPE_CODES, isSelfBilled } from '#domain/documents/document.ts'
import {
  LHDN_SUBMISSION,
  NOT_CANCELLED,
  RECEIVED,
  REJECTION_REQUESTED,
  STATUSES,
  type Status,
  statusesOf,
  TERM_ENDING,
  WAITING_LONG,
  WINDOW_ENDING,
} from '#domain/documents/lifecycle.ts'
import { toDocumentType } from '#domain/shaping/codes.ts'
import { GUID } from '#domain/text/guid.ts'
import { namedStores } from '../../access/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { beginsWith } from '../../platform/lists/like.ts'
import { countedDocuments } from '../counting/counted.ts'
import {
  askedBack,
  cancellationFailed,
  cancellationUnclear,
  handedOver,
  termEnds,
  waitsLong,
  windowEnds,
} from '../store/conditions.ts'
import { visible } from '../store/rows.ts'
import { contain, contains } from './texts.ts'

/**
 * The list's filters, and what reports ask for beside them: how the buyer, as printed, is identified. Companies are no
 * filter any more by then, but who asks (`inCompanies`).
 */
export type MatchFilters = Omit<z.output<typeof ListFilters>, 'sender_entity_code'> & {
  buyer_id_type?: readonly string[]
}

export type By = { db: Db; caller: Caller; now: Date }

/** Nothing is asked for. */
export const UNFILTERED: MatchFilters = ListFilters.omit({ sender_entity_code: true }).parse({})

/** The documents of the caller's scope that the list's filters leave. */
export const matching = (by: By, filters: MatchFilters) =>
  visible(by.db, by.caller).where((eb) => eb.and(conditions(by, filters)))

/**
 * How many documents that is, as a subquery: of the counters, unless a filter asks for more than they know. Exact
 * either way, also beside rows of the same statement.
 */
export const countMatching = (by: By, filters: MatchFilters): RawBuilder<string> => {
  if (!isCounted(filters)) return sql`(${matching(by, filters).select(sql`count(*)`.as('n'))})`
  return sql`(SELECT coalesce(sum(n), 0) ${fromCounters(by, filters)})`
}

/** How many documents are of one status. */
export type StatusCount = { status: Status; n: number }

/** The same by status, of filters that the counters know. */
export const countedStatuses = (by: By, filters: MatchFilters) =>
  sql<StatusCount>`SELECT status, sum(n)::int AS n ${fromCounters(by, filters)} GROUP BY status`

const fromCounters = (by: By, filters: MatchFilters) => {
  const { caller, filters: rest } = inDepartments(by.caller, filters)
  return sql`FROM ${countedDocuments(caller, daysOf(rest))} AS documents WHERE ${conditionOf(by, ofAnyDay(rest))}`
}

/** Of these filters the days alone. */
export const onlyDays = ({ dateStart, dateEnd }: MatchFilters): MatchFilters => ({
  ...UNFILTERED,
  dateStart,
  dateEnd,
})

/** The same filters of any day, where days are told already: by the counters or the index that are asked. */
export const ofAnyDay = (filters: MatchFilters): MatchFilters => ({ ...filters, dateStart: '', dateEnd: '' })

/**
 * The caller as one who sees but the departments that are asked for, and the filters without these: the code of a
 * department stays while there are documents of it.
 */
export const inDepartments = (caller: Caller, { sender_store_code: codes, ...rest }: MatchFilters) => ({
  caller: {
    ...caller,
    stores: caller.stores.filter(({ code }) => codes.length === 0 || codes.includes(code)),
  },
  filters: { ...rest, sender_store_code: [] },
})

/** The caller's departments as a condition, on whatever has a department. */
export const inStoresOf = ({ caller }: Pick<By, 'caller'>) =>
  sql`store_code_id = ANY(${namedStores(caller)}::uuid[])`

/** The filters as one condition, on documents or on their counters. */
export const conditionOf = (by: By, filters: MatchFilters) =>
  sql<SqlBool>`${sql.join([sql`TRUE`, ...conditions(by, filters)], sql` AND `)}`

/** Whether nothing is asked for. */
export const isUnfiltered = (filters: MatchFilters) =>
  Object.values(filters).every((value = []) => [value].flat().every((one) => one === '' || one === 'All'))

export const daysOf = ({ dateStart, dateEnd }: MatchFilters) => ({
  first: dateStart || undefined,
  last: dateEnd || undefined,
})

/** The statuses that are asked for, where it is these and nothing else; undefined where it is any. */
export const plainStatuses = (filters: MatchFilters): readonly Status[] | undefined => {
  const names = filters.status.filter((name) => name !== 'All')
  return names.length === 0 || names.includes(LHDN_SUBMISSION) || !isStateCounted(filters)
    ? undefined
    : [...new Set(names.flatMap(statusesOf))]
}

/** The statuses of which not all documents have what is asked for, where it is statuses; undefined where it is any. */
export const otherStatuses = (filters: MatchFilters): readonly Status[] | undefined => {
  const names = filters.status.filter((name) => name !== 'All')
  if (names.length === 0 || !isStateCounted(filters)) return undefined
  const whole = names.flatMap((name) => (name === LHDN_SUBMISSION ? RECEIVED : statusesOf(name)))
  return STATUSES.filter((status) => !whole.includes(status))
}

/** Whether of what was cancelled a part is asked for: what the authority had before. */
export const isPartOfCancelled = (filters: MatchFilters): boolean =>
  filters.status.includes(LHDN_SUBMISSION) && (otherStatuses(filters)?.includes('User Cancelled') ?? false)

/** Whether a text is looked for. */
export const hasText = (filters: MatchFilters): boolean => TEXTS.some((name) => filters[name])

/** Texts, who made a document and how long ago are nothing that documents are counted by. */
export const isCounted = (filters: MatchFilters): boolean =>
  !hasText(filters) && !filters.buyer_id_type?.length && isStateCounted(filters)

/** What people are asked about is no status, but who and when. */
export const isStateCounted = ({ status }: MatchFilters): boolean =>
  !status.some((name) => UNCOUNTED_STATUSES.includes(name))

const TEXTS = [
  ...(['search', 'buyer_name', 'buyer_tin_no', 'buyer_id_no', 'buyer_email', 'invoice_number'] as const),
  ...(['agent_code', 'contract_number', 'lhdn_uuid'] as const),
]
const UNCOUNTED_STATUSES: readonly string[] = [
  ...[REJECTION_REQUESTED, WAITING_LONG, WINDOW_ENDING],
  ...[TERM_ENDING, NOT_CANCELLED],
]

/** Whether a word names documents by where they are: a status, a tab, or one of the filters that are no statuses. */
export const isStatusFilter = (word: string): boolean =>
  statusesOf(word).length > 0 || word === LHDN_SUBMISSION || UNCOUNTED_STATUSES.includes(word)

const BUYER_ID_TYPE = sql`(CASE WHEN selfbilling THEN content->'sender' ELSE content->'customer' END
  ->> 'identity_type')`

const conditions = (by: By, query: MatchFilters): Expression<SqlBool>[] => {
  const found: Expression<SqlBool>[] = []
  const among = (column: string, values: readonly string[]) => {
    if (values.length > 0) found.push(sql<SqlBool>`${sql.ref(column)} = ANY(${[...values]}::text[])`)
  }
  if (query.dateStart) found.push(sql<SqlBool>`invoice_date >= ${query.dateStart}::date`)
  if (query.dateEnd) found.push(sql<SqlBool>`invoice_date <= ${query.dateEnd}::date`)
  if (query.search) found.push(isSearched(query.search, 'id'))
  const { buyer_name, buyer_tin_no, buyer_id_no, buyer_email, invoice_number, contract_number } = query
  const of_buyer = { buyer_name, buyer_tin_no, buyer_id_no, buyer_email }
  const texts = { ...of_buyer, invoice_number, agent_number: query.agent_code, contract_number }
  if (Object.values(texts).some(Boolean)) found.push(sql<SqlBool>`(${contain(texts)})`)
  if (query.lhdn_uuid) found.push(uuidBegins(query.lhdn_uuid))
  among('invoice_type', query.invoice_type)
  among('invoice_type', typesOf(query.document_type))
  among('sender_store_code', query.sender_store_code)
  among('environment', query.environment)
  if (query.buyer_id_type?.length) {
    found.push(sql<SqlBool>`${BUYER_ID_TYPE} = ANY(${[...query.buyer_id_type]}::text[])`)
  }
  // The tab All beside a filter leaves the filter as it is.
  const statuses = query.status.filter((name) => name !== 'All')
  if (statuses.length > 0) found.push(statusCondition(by, statuses))
  return found
}

/**
 * What the search box finds by number, by buyer or as a whole UUID. Which document has that is found once for all, so
 * that whatever index has the other two tells.
 */
export const isSearched = (text: string, id: 'id' | 'document_id') =>
  sql<SqlBool>`(${contains('invoice_number', text)} OR ${contains('buyer_name', text)}
    OR ${sql.ref(id)} = ANY(ARRAY(SELECT named.id FROM documents AS named WHERE ${hasUuid('named', text)})))`

/** Whether a row of `documents`, by its name in the statement, has this whole UUID: ours, or else the authority's. */
export const hasUuid = (row: 'named' | 'documents', text: string) =>
  GUID.test(text)
    ? sql<SqlBool>`${sql.ref(`${row}.id`)} = ${text}::uuid`
    : sql<SqlBool>`${sql.ref(`${row}.authority_uuid`)} = ${text.toUpperCase()}`

/** The authority's UUIDs are capitals and digits; who looks for one has it whole, or its beginning. */
export const uuidBegins = (text: string) =>
  sql<SqlBool>`authority_uuid LIKE ${beginsWith(text.toUpperCase())}`

/** The types that such a filter names: SB is every self-billed one, the others go by their code or their name. */
export const typesOf = (wanted: readonly string[]): string[] =>
  wanted.flatMap((one) => (one === 'SB' ? DOCUMENT_TYPE_CODES.filter(isSelfBilled) : [toDocumentType(one)]))

/** Six filters are no statuses: what was handed to the authority, and what people are asked about. */
const statusCondition = ({ caller, now }: By, wanted: readonly string[]): Expression<SqlBool> => {
  const either = [sql<SqlBool>`status = ANY(${wanted.flatMap(statusesOf)}::text[])`]
  if (wanted.includes(LHDN_SUBMISSION)) either.push(handedOver)
  if (wanted.includes(REJECTION_REQUESTED)) {
    either.push(sql<SqlBool>`(status = 'Validated' AND reject_requested_at IS NOT NULL)`)
  }
  if (wanted.includes(WAITING_LONG)) either.push(waitsLong(caller, now))
  if (wanted.includes(WINDOW_ENDING)) {
    either.push(sql<SqlBool>`(status = 'Validated' AND (${askedBack(now)} OR ${windowEnds(now)}))`)
  }
  if (wanted.includes(TERM_ENDING)) either.push(termEnds(now))
  if (wanted.includes(NOT_CANCELLED)) {
    either.push(
      sql<SqlBool>`(status = 'Validated' AND (${cancellationUnclear} OR ${cancellationFailed(now)}))`,
    )
  }
  return sql<SqlBool>`(${sql.join(either, sql` OR `)})`
}
