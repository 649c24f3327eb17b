import { customers } from '#contract/customers.ts'
import { dashboard } from '#contract/dashboard.ts'
import { SORT_KEYS } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  NOT_CANCELLED,
  REJECTION_REQUESTED,
  TAB_NAMES,
  TERM_ENDING,
  WAITING_LONG,
  WINDOW_ENDING,
} from '#domain/documents/lifecycle.ts'
import { addDays, firstOfMonth, malaysianDate } from '#domain/time/dates.ts'
import { ENTITIES } from '../../../server/src/demo/company.ts'

export type Call = {
  name: string
  endpoint: Endpoint
  query: Record<string, string>
  /** What a screen asks for at the same time: then it is the last answer that counts. */
  beside?: readonly Endpoint[]
  /** Less than what a person does not feel. */
  goal_ms?: number
  /** What people ask for all day. */
  is_common?: boolean
}

/** What people are asked about, which is no status. */
const QUESTIONS = [REJECTION_REQUESTED, WAITING_LONG, WINDOW_ENDING, TERM_ENDING, NOT_CANCELLED]

/** What all else is put beside. */
export const FIRST_CALL = 'list: first page'

const PAGE_ROWS = 50
const DEEP_PAGE = 20_000

/** Beside what tabs are counted. */
const COUNTED: readonly Call['query'][] = [
  ...[{}, { search: 'zzz' }, { search: '0005432' }, { search: 'bintang' }, { invoice_number: '000054321' }],
  ...[{ buyer_name: 'Jaya 4323' }, { buyer_name: 'bintang' }],
]

/** What few have, as a file: nobody waits for what is passed by. */
const REPORTED: readonly Call['query'][] = [
  ...[{ invoice_number: '000054321' }, { buyer_name: 'Jaya 4323' }, { buyer_tin_no: 'C20000004323' }],
  { buyer_name: 'bintang', dateStart: '2026-03-01', dateEnd: '2026-03-07' },
]

/** Approvals, and what was made on the screens: one of it, a department's code, a part of numbers, a word of buyers. */
const UNDER_WAY: readonly Call[] = [
  { name: 'pending', endpoint: documents.pending, query: {} },
  { name: 'pending by due', endpoint: documents.pending, query: { sort_by: 'due' } },
  { name: 'previous', endpoint: documents.previous, query: {} },
  ...['000054321', 'KUL01', '0543', 'bintang'].map((search) => ({
    ...{ name: `previous: ${search}`, endpoint: documents.previous, query: { search } },
  })),
]

/** The address book, and what the form of a document asks for while somebody types. */
const OF_CUSTOMERS: readonly Call[] = [
  { name: 'customers', endpoint: customers.list, query: {} },
  { name: 'customers: page 50', endpoint: customers.list, query: { page: '50' } },
  { name: 'customers: by city', endpoint: customers.list, query: { sort_by: 'city' } },
  { name: 'customers: a name', endpoint: customers.list, query: { name: 'Jaya 4323' } },
  ...['', 'k', 'ab', 'kedai', 'kedai 43'].map((search) => ({
    ...{ name: `customers: typed ${search}`, endpoint: customers.find, query: { search } },
  })),
]

/** Of several filters, each of which many have, or in an order of its own. */
const together = (list: (name: string, query: Call['query']) => Call): Call[] => {
  const word = { buyer_name: 'bintang' }
  const month = { dateStart: '2026-03-01', dateEnd: '2026-03-31' }
  const year = { dateStart: '2025-01-01', dateEnd: '2025-12-31' }
  const [by_total, by_buyer] = [{ sort_by: 'total_payable_amount' }, { sort_by: 'customer.name' }]
  return [
    ...['Validated', 'Invalid', 'Failed', 'LHDN Submission'].map((status) =>
      list(`a word of many buyers, ${status}`, { ...word, status }),
    ),
    list('a word of many buyers, Validated by total', { ...word, status: 'Validated', ...by_total }),
    list('a word of many buyers by total', { ...word, ...by_total }),
    list('a word of many buyers, a year, Validated', { ...word, ...year, status: 'Validated' }),
    list('a word of many buyers, a type', { ...word, invoice_type: '02' }),
    list('a word of many buyers, self-billed', { ...word, document_type: 'SB' }),
    list('a word of many buyers, search', { ...word, search: '0005432' }),
    list('two letters of many buyers', { buyer_name: 'ab' }),
    list('two letters of many buyers, search', { search: 'ab' }),
    list('an agent, Validated', { agent_code: 'AG-17', status: 'Validated' }),
    list('all agents, Invalid', { agent_code: 'AG-', status: 'Invalid' }),
    list('the beginning of old numbers', { invoice_number: '0000' }),
    list('the beginning of old numbers, search', { search: '0000' }),
    list('a part of many numbers', { invoice_number: '0001' }),
    list('a type, Validated by total', { invoice_type: '02', status: 'Validated', ...by_total }),
    list('a type, User Cancelled by buyer', { invoice_type: '02', status: 'User Cancelled', ...by_buyer }),
    list('self-billed by number', { document_type: 'SB', sort_by: 'invoice_number' }),
    list('self-billed by number upwards', {
      document_type: 'SB',
      sort_by: 'invoice_number',
      sort_order: 'asc',
    }),
    list('a rarer word, Validated by total', { buyer_name: 'trading', status: 'Validated', ...by_total }),
    list('a part of many numbers by submission', { invoice_number: '0001', sort_by: 'submission_date' }),
    list('an e-mail of many, a month, by status', { buyer_email: 'akaun', ...month, sort_by: 'status' }),
    list('one letter, search', { search: 'x' }),
    list('an identity number of many, a type, by submission', {
      ...{ buyer_id_no: '2019', invoice_type: '02', sort_by: 'submission_date' },
    }),
    list('Invalid by submission', { status: 'Invalid', sort_by: 'submission_date' }),
    list('a year by total', { ...year, ...by_total }),
  ]
}

/** Far from both ends of an order that is not by date: so much of the list lies before it. */
const farIn = (list: (name: string, query: Call['query']) => Call, page: (share: number) => string): Call[] =>
  (
    [
      ['total_payable_amount', 0.05, {}],
      ['total_payable_amount', 0.45, {}],
      ['invoice_number', 0.25, {}],
      ['submission_date', 0.4, {}],
      ['status', 0.45, {}],
      ['sender_store_code', 0.45, {}],
      ['total_payable_amount', 0.35, { status: 'Validated' }],
      ['total_payable_amount', 0.15, { invoice_type: '01' }],
      ['contract_number', 0.01, { status: 'LHDN Submission' }],
    ] as const
  ).map(([sort_by, share, filter]) => {
    const names = [...Object.values(filter), `by ${sort_by}, page ${page(share)}`]
    return list(names.join(' '), { ...filter, sort_by, page: page(share) })
  })

/** What somebody asks for whose list has so many documents: each list once, in each way. */
export const callsOf = (listed: number): Call[] => {
  const list = (name: string, query: Call['query'] = {}): Call => ({
    ...{ name: `list: ${name}`, endpoint: documents.list, query },
  })
  const common = (...given: Parameters<typeof list>): Call => ({ ...list(...given), is_common: true })
  const page = (share: number) =>
    String(Math.max(1, Math.min(DEEP_PAGE, Math.floor((listed * share) / PAGE_ROWS))))
  const today = malaysianDate(new Date())
  const month = firstOfMonth(addDays(firstOfMonth(today), -40))
  return [
    common('first page'),
    list('page 20', { page: '20' }),
    list(`page ${page(0.2)}`, { page: page(0.2) }),
    list(`page ${page(0.4)}`, { page: page(0.4) }),
    list(`page ${page(1)}`, { page: page(1) }),
    ...TAB_NAMES.filter((tab) => tab !== 'All').map((status) => common(`tab ${status}`, { status })),
    list('a month', { dateStart: month, dateEnd: addDays(month, 30) }),
    list('from a day on', { dateStart: addDays(today, -400) }),
    list('a type', { invoice_type: '02' }),
    list('self-billed', { document_type: 'SB' }),
    list('a department', { sender_store_code: 'PEN01' }),
    list('a company', { sender_entity_code: ENTITIES.selat.entity_code }),
    list('a company by total', {
      ...{ sender_entity_code: ENTITIES.selat.entity_code, sort_by: 'total_payable_amount' },
    }),
    ...QUESTIONS.map((status) => list(status, { status })),
    list('LHDN Submission', { status: 'LHDN Submission' }),
    list('Failed in a department, by total', {
      ...{ status: 'Failed', sender_store_code: 'PEN01', sort_by: 'total_payable_amount', sort_order: 'asc' },
    }),
    common('a number', { invoice_number: '000054321' }),
    list('a rare buyer', { buyer_name: 'Jaya 4323' }),
    list('a word of many buyers', { buyer_name: 'bintang' }),
    list('search', { search: '0005432' }),
    list('a buyer’s TIN', { buyer_tin_no: 'C20000004323' }),
    list('a buyer’s e-mail', { buyer_email: 'akaun4323@' }),
    list('an identity number', { buyer_id_no: '201900004323' }),
    list('an agent', { agent_code: 'AG-17' }),
    list('a contract', { contract_number: 'CT-777' }),
    list('a UUID of LHDN', { lhdn_uuid: 'AB12CD' }),
    ...SORT_KEYS.flatMap((sort_by) =>
      ['asc', 'desc'].map((sort_order) => list(`by ${sort_by} ${sort_order}`, { sort_by, sort_order })),
    ),
    list('Validated by customer.name', { status: 'Validated', sort_by: 'customer.name', sort_order: 'asc' }),
    list('Failed by customer.name', { status: 'Failed', sort_by: 'customer.name', sort_order: 'asc' }),
    list('Invalid by customer.name', { status: 'Invalid', sort_by: 'customer.name' }),
    list('a type by total', { invoice_type: '02', sort_by: 'total_payable_amount' }),
    ...together(list),
    ...farIn(list, page),
    ...COUNTED.map((query) => ({
      ...{ name: ['tab counts', ...Object.entries(query).flat()].join(' '), endpoint: documents.tabs, query },
    })),
    ...REPORTED.map((query) => ({
      ...{ name: ['report', ...Object.values(query)].join(' '), endpoint: documents.report, query },
    })),
    ...UNDER_WAY,
    ...OF_CUSTOMERS,
    ...Object.entries(dashboard).map(([name, endpoint]) => ({
      ...{ name: `dashboard: ${name}`, endpoint, query: {} },
    })),
    {
      ...{ name: 'dashboard: all of it at once', endpoint: dashboard.today, query: {} },
      ...{ beside: [dashboard.counts, dashboard.months, dashboard.buyers, dashboard.senders], goal_ms: 30 },
    },
  ]
}
