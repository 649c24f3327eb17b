import { type RawBuilder, sql } from 'kysely'
import { DOCUMENT_TYPE_CODES } from '#domain/documents/document.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { Among } from '../among.ts'
import { CHANGING_COLUMNS, keptCondition, splitKept } from '../kept.ts'
import {
  conditionOf,
  isPartOfCancelled,
  isUnfiltered,
  type MatchFilters,
  onlyDays,
  otherStatuses,
  plainStatuses,
  typesOf,
} from '../matching.ts'
import { lanesOf } from '../orders/pages.ts'
import { kept, type Place, rowOf, type Seeking, US } from './place.ts'

/** By department, status and day: whoever asks for no status looks at all documents of the days. */
export const byState = (seeking: Seeking): Place => {
  const { filters, column, told } = seeking
  const { status } = filters
  const statuses = plainStatuses(filters)
  const other = otherStatuses(filters)
  const days = onlyDays(filters)
  const alone = statuses ? { ...days, status } : days
  const lookedFor = (sought: Seeking, asked: MatchFilters) => sql`SELECT of_lane.*
    FROM ${lanesOf(seeking, statuses)} CROSS JOIN LATERAL (
      SELECT ${rowOf(sought, 'id')} FROM documents
      WHERE store_code_id = in_store AND ${statuses ? sql`status = in_status` : sql`TRUE`}
        AND ${conditionOf(seeking, asked)} OFFSET 0) AS of_lane`
  const covered = coveredFor(filters, statuses)
  const in_index = isNarrowedBy(filters, { ...days, ...covered.asked }) && covered.columns.includes(column)
  const has_text =
    filters.buyer_name || (in_index && (filters.invoice_number || filters.agent_code || filters.search))
  return {
    ...{ parts: [lookedFor(seeking, filters)], candidates: told.of_state, us_first: 0 },
    us_each: (in_index ? US.entry : US.document) + (has_text ? US.text : 0),
    ...(!isUnfiltered(alone) && {
      among: {
        ids: sql`SELECT id FROM (${lookedFor({ ...seeking, column: 'invoice_date' }, alone)}) AS each`,
        left: { ...filters, ...(statuses && { status: [] }) },
      },
    }),
    ...(other && {
      others: {
        among: { ...othersOf(seeking, other), ...placedIn(seeking, other) },
        candidates: told.of_days - told.of_status,
        us_each: US.entry,
      },
    }),
  }
}

/** What the index of these statuses tells of what is asked for, and by what it can be sorted there. */
const coveredFor = (filters: MatchFilters, statuses: readonly Status[] | undefined) => {
  if (!statuses) return { asked: {}, columns: ['invoice_date'] }
  const { status, invoice_type, document_type, buyer_name, invoice_number, agent_code, search } = filters
  const asked = { status, invoice_type, document_type, buyer_name }
  // The planner knows them: they stand in the condition beside the lane.
  return statuses.every((one) => ENDED.includes(one))
    ? { asked: { ...asked, invoice_number, agent_code, search }, columns: OF_ENDED }
    : { asked, columns: OF_STATE }
}

/** All that have not the statuses that are asked for; these are among the `other` ones. */
const othersOf = (seeking: Seeking, other: readonly Status[]): Among => {
  const { filters } = seeking
  const days = conditionOf(seeking, onlyDays(filters))
  const is_part = isPartOfCancelled(filters)
  const whole = other.filter((status) => !is_part || status !== 'User Cancelled')
  const of_whole = sql`SELECT of_lane.id FROM ${lanesOf(seeking, whole)} CROSS JOIN LATERAL (SELECT id FROM documents
    WHERE store_code_id = in_store AND status = in_status AND ${days} OFFSET 0) AS of_lane`
  const never_handed = sql`SELECT of_lane.id FROM ${lanesOf(seeking)} CROSS JOIN LATERAL (SELECT id FROM documents
    WHERE store_code_id = in_store AND ${neverHanded} AND ${days} OFFSET 0) AS of_lane`
  const ids = is_part ? sql`${of_whole} UNION ALL ${never_handed}` : of_whole
  return { ids, left: { ...filters, status: [] }, others: true }
}

/**
 * The same, of the types that are asked for, with what they are sorted by: most of them have come to an end whose index
 * has it; what waits for somebody or is on the way is read. Nothing where that index has it not, where the order is one
 * of documents, whose index has the status, or where the validated are among them.
 */
const placedIn = (seeking: Seeking, other: readonly Status[]): Pick<Among, 'placed'> => {
  const { filters, column } = seeking
  const { kept: asked, rest } = splitKept(filters)
  const is_by_state = isUnfiltered({ ...rest, status: [] })
  const is_indexed = OF_ENDED.includes(column) && !CHANGING_COLUMNS.includes(column)
  if (!is_by_state || !is_indexed || other.includes('Validated')) return {}
  const is_part = isPartOfCancelled(filters)
  const ended = ENDED.filter((status) => other.includes(status) && !(is_part && status === 'User Cancelled'))
  const open = other.filter((status) => !ENDED.includes(status))
  const columns = [...new Set([column, 'invoice_date', 'created_at'])]
  const placed = (
    lanes: RawBuilder<unknown>,
    of_lane: RawBuilder<unknown>,
  ) => sql`SELECT of_lane.* FROM ${lanes}
    CROSS JOIN LATERAL (SELECT ${sql.join(columns.map((one) => sql.ref(one)))}, id AS document_id FROM documents
      WHERE store_code_id = in_store AND ${of_lane} AND ${conditionOf(seeking, asked)} OFFSET 0) AS of_lane`
  const of_ended = sql`status = in_status AND ${isEnded}`
  const parts = [
    placed(lanesOf(seeking, ended), of_ended),
    placed(lanesOf(seeking, open), sql`status = in_status`),
    ...(is_part ? [placed(lanesOf(seeking), neverHanded)] : []),
  ]
  return { placed: sql.join(parts, sql` UNION ALL `) }
}

/** Of what was cancelled these have an index of their own (migration 0107): most of it the authority had. */
const neverHanded = sql`status = 'User Cancelled' AND authority_uuid IS NULL`

/** What the indexes by status, by type and by date beside the documents have. */
const OF_STATE = ['invoice_date', 'status', 'invoice_type', 'buyer_name']
/** The ends that few come to, and what their own index has (migrations 0087 and 0113). */
const ENDED: readonly Status[] = ['Submission Failed', 'Invalid', 'Approval Rejected', 'User Cancelled']
const isEnded = sql`status IN (${sql.join(ENDED.map((status) => sql.lit(status)))})`
const OF_ENDED = [
  ...[...OF_STATE, 'invoice_number', 'agent_number', 'total_payable_amount', 'submitted_at'],
  ...['contract_number', 'buyer_id_no', 'source'],
]
const OF_DATE = [
  ...['invoice_date', 'invoice_type', 'invoice_number', 'contract_number', 'agent_number'],
  ...['buyer_name', 'buyer_id_no'],
]
const OF_TYPE = ['invoice_date', 'invoice_type', 'buyer_name']

/**
 * By department and day, beside the documents: there the texts are as well. What they are sorted by, where this index
 * has it not, is read of those that are found in it, or of all where these are many.
 */
export const byDate = (seeking: Seeking): Place => {
  const { filters, column, told } = seeking
  const days = onlyDays(filters)
  const of_days = sql`(SELECT of_lane.* FROM ${lanesOf(seeking)} CROSS JOIN LATERAL (
    SELECT * FROM document_orders WHERE store_code_id = in_store AND ${conditionOf(seeking, days)} OFFSET 0
  ) AS of_lane)`
  const of_found = sql`(SELECT of_found.* FROM (SELECT document_id AS found_id FROM ${of_days} AS each
    WHERE ${keptCondition(seeking, splitKept(filters).kept)} OFFSET 0) AS found
    CROSS JOIN LATERAL (SELECT * FROM document_orders WHERE document_id = found_id LIMIT 1) AS of_found)`
  const us_found = US.entry + US.status * told.share_kept
  // By what changes the document is read anyway.
  const in_index = OF_DATE.includes(column) || CHANGING_COLUMNS.includes(column)
  const is_apart = !in_index && us_found < US.order
  const { query, us_rest } = kept(seeking, is_apart ? of_found : of_days)
  const us_row = is_apart ? us_found : in_index ? US.entry : US.order
  const us_each = us_row + US.text + us_rest * told.share_kept
  return { parts: [query], candidates: told.of_days, us_first: 0, us_each }
}

/**
 * By department, type and day. The types are asked of each row once more, though they led to it: the planner takes what
 * is found without that for so much that it reads everything to tell these apart in another order.
 */
export const byType = (seeking: Seeking): Place => {
  const { filters, column, told } = seeking
  const { invoice_type, document_type, buyer_name } = filters
  // Each once, or its documents would be found twice.
  const types = [...new Set(invoice_type.length > 0 ? invoice_type : typesOf(document_type))]
  const days = onlyDays(filters)
  const is_named = isNarrowedBy(splitKept(filters).kept, { ...days, invoice_type, document_type, buyer_name })
  const in_index = is_named && OF_TYPE.includes(column)
  const of_types = (by_type: RawBuilder<unknown>, asked = types) => sql`(SELECT of_lane.*
    FROM ${lanesOf(seeking)}, unnest(${asked}::text[]) AS of_type CROSS JOIN LATERAL (
      SELECT * FROM document_orders
      WHERE store_code_id = in_store AND invoice_type = of_type AND ${conditionOf(seeking, days)} AND ${by_type}
      OFFSET 0) AS of_lane)`
  const looked = kept(seeking, of_types(in_index ? sql`TRUE` : READ_ITSELF))
  const other = DOCUMENT_TYPE_CODES.filter((code) => !types.includes(code))
  const idsOf = (asked: string[]) =>
    sql`SELECT document_id AS id FROM ${of_types(sql`TRUE`, asked)} AS each WHERE invoice_type = ANY(${asked}::text[])`
  const left = { ...filters, invoice_type: [], document_type: invoice_type.length > 0 ? document_type : [] }
  return {
    ...{ parts: [looked.query], candidates: told.of_type, us_first: 0 },
    us_each: (in_index ? US.entry : US.order) + (buyer_name ? US.text : 0) + looked.us_rest * told.share_kept,
    among: { ids: idsOf(types), left },
    // Of two filters by type, which are counted together, not only these are others.
    ...(left.document_type.length === 0 && {
      others: {
        among: { ids: idsOf(other), left, others: true },
        candidates: told.of_days - told.of_type,
        us_each: US.entry,
      },
    }),
  }
}

/**
 * True of all rows, and told by the rows alone. Which types a department has few of the planner does not know: it would
 * pick them out of an index that has all columns, for each type anew.
 */
const READ_ITSELF = sql`tableoid = 'document_orders'::regclass`

/** Whether these are all that the filters ask for. */
const isNarrowedBy = (filters: MatchFilters, by: MatchFilters) => {
  const taken = new Map(Object.entries(by))
  return Object.entries(filters).every(
    ([name, value = '']) => value.length === 0 || taken.get(name) === value,
  )
}
