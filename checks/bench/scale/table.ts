import { median, percentile, type Waited } from './waiting.ts'

/** Lines of the table in docs/performance.md: what one tells of, and which calls; a call is in the first that fits. */
const LINES: readonly (readonly [string, RegExp])[] = [
  [
    'first page, tabs, all 13 sorts both ways, a month, a department, a company',
    /: (first|tab|a month|from a day|a department|a company$|by [\w.]+ (asc|desc)$)/,
  ],
  ['a page in the middle, by date', /: page \d/],
  ['in the middle, by status or department', /by (status|sender_store_code), page/],
  ['in the middle, by total, number or submission', /: by \w+, page/],
  ['in the middle of the invoices, or of LHDN Submission', /: (01|LHDN Submission) by \w+, page/],
  ['in the middle of the validated', /: Validated by \w+, page/],
  ['what is no status: waiting over a day, window ending, …', /: (Rejection|Waiting|Cancel|Consolidated)/],
  [
    'a number, a rare buyer, TIN, e-mail, identity number, UUID',
    /: (a number|a rare buyer|a buyer|an identity number|a UUID)[^,]*$/,
  ],
  ['the search box, a contract, an agent', /: (search|a contract|an agent)$/],
  ['a type, self-billed, LHDN Submission', /: (a type|self-billed|LHDN Submission)$/],
  [
    'several filters or an order beside one',
    /: (Failed|Validated|Invalid|an agent|all agents|a type|self-billed|a year|a company)/,
  ],
  ['a word of many buyers, alone or beside a filter', /: a (rarer )?word/],
  ['one or two letters', /letters? (of|, search)|one letter/],
  ['a part of many numbers, the beginning of old ones', /: (a part|the beginning)/],
  ['an e-mail or identity number of many beside others', /of many, /],
  ['tab counts; beside a text', /^tab counts/],
  ['looking among previous documents', /^previous: /],
  ['approvals, previous documents, customers', /^(pending|previous|customers$|customers: (page|by))/],
  ['looking for a customer', /^customers: /],
  ['CSV Report of what few have', /^report/],
  ['dashboard: each part', /^dashboard: (?!all)/],
  ['dashboard: all of it at once', /^dashboard: all/],
]

/** What was waited, as the table of docs/performance.md: medians, in brackets the 99th percentile, ms. */
export const tableOf = (waited: readonly Waited[]): string => {
  const of_line = Map.groupBy(
    waited,
    ({ name }) => LINES.find(([, names]) => names.test(name))?.[0] ?? 'else',
  )
  const people = [...new Set(waited.map(({ who }) => who))]
  const cells = [...of_line].map(([line, calls]) => [
    line,
    ...people.map((who) => told(calls.filter((call) => call.who === who).map(({ ms }) => ms))),
    told(calls.map(({ small_ms }) => small_ms)),
    spread(calls.flatMap(({ offset_ms }) => offset_ms)),
  ])
  const head = ['ms', ...people, 'ten thousand', 'by offset']
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** The least and the largest of medians, and of what 99 of a hundred stay below. */
const told = (times: readonly (readonly number[])[]) => {
  const some = times.filter((ms) => ms.length > 0)
  if (some.length === 0) return ''
  return `${spread(some.map(median))} (${spread(some.map((ms) => percentile(ms, 0.99)))})`
}

const spread = (values: readonly number[]) => {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0))
  if (values.length === 0) return ''
  return least === most ? least : `${least}–${most}`
}
