import { describe, expect, test } from 'vitest'
import { buildCustomer, buildDocument, buildLine } from '../../test/build.ts'
import { EXAMPLES } from '../../test/examples/all.ts'
import { expectGolden, printTable } from '../../test/golden.ts'
import { GENERAL_PUBLIC_PARTY } from '../documents/document.ts'
import { normaliseIdentity } from '../identity/normalise.ts'
import { CHECKS, checkDocument, inWords, warningsOf } from './all.ts'

const TODAY = { today: '2026-11-20' }
const PERSON = { tin_no: 'IG56003500070', identity_type: 'NRIC', identity_number: '000000000000' }

test('every check has examples, and every example a check', () => {
  expect(Object.keys(EXAMPLES)).toEqual(CHECKS.map((check) => check.code))
  for (const [code, { passes, fails }] of Object.entries(EXAMPLES)) {
    expect(passes.length, code).toBeGreaterThan(0)
    expect(fails.length, code).toBeGreaterThan(0)
  }
})

const judge = (...[document, context]: Parameters<typeof checkDocument>) => [
  ...checkDocument(document, context),
  ...warningsOf(document, context),
]

test('the document that all examples start from is valid, and nothing is told of it', () => {
  expect(judge(buildDocument(), TODAY)).toEqual([])
})

test('the general public buys and supplies on consolidated documents, without a word', () => {
  expect(normaliseIdentity(GENERAL_PUBLIC_PARTY)).toEqual({ party: GENERAL_PUBLIC_PARTY, changes: [] })
  const month = { billing_start: '2026-11-01', billing_end: '2026-11-30', customer: GENERAL_PUBLIC_PARTY }
  const receipts = {
    items: [buildLine({ classification: '004', item_description: 'Receipts 1001 to 1005' })],
  }
  expect(judge(buildDocument({ ...month, ...receipts }), TODAY)).toEqual([])
  const supplied = { items: [buildLine({ classification: '036', item_description: 'Vouchers 77 to 91' })] }
  const selfbilled = { ...month, ...supplied, invoice_type: '11', selfbilling: true }
  expect(judge(buildDocument(selfbilled), TODAY)).toEqual([])
})

test('of the general public on a document to one buyer that alone is said, and nothing of its state', () => {
  const told = judge(buildDocument({ customer: GENERAL_PUBLIC_PARTY }), TODAY)
  expect(told.map(({ code }) => code)).toEqual(['DOC-PARTY-12'])
})

test('a check either refuses or warns', () => {
  const warn = new Set(CHECKS.filter(({ warns }) => warns).map(({ code }) => code))
  for (const { fails } of Object.values(EXAMPLES)) {
    for (const [, overrides] of fails) {
      const refused = checkDocument(buildDocument(overrides), TODAY).map(({ code }) => code)
      const told = warningsOf(buildDocument(overrides), TODAY).map(({ code }) => code)
      expect(refused.filter((code) => warn.has(code))).toEqual([])
      expect(told.filter((code) => !warn.has(code))).toEqual([])
    }
  }
})

describe.each(Object.entries(EXAMPLES))('%s', (code, { today = '2026-11-20', passes, fails }) => {
  test.each(passes.map((overrides) => [overrides]))('accepts example %#', (overrides) => {
    const codes = judge(buildDocument(overrides), { today }).map((finding) => finding.code)
    expect(codes).not.toContain(code)
  })

  test.each(fails)('finds %s wrong in example %#', (field, overrides) => {
    const found = judge(buildDocument(overrides), { today }).filter((finding) => finding.code === code)
    expect(found.map((finding) => finding.field)).toEqual([field])
    expect(found[0]?.message).toMatch(/^\p{Lu}.{8,}/u)
  })
})

test.each(['', '05', 'Invoice'])('a type that is none, “%s”, is told of alone', (invoice_type) => {
  const told = judge(buildDocument({ invoice_type }), TODAY)
  expect(told.map(({ code }) => code)).toEqual(['DOC-HEAD-01'])
})

test('a check is silent before the day on which the authority enforces it', () => {
  const document = buildDocument({ frequency_of_billing: 'X'.repeat(51) })
  expect(checkDocument(document, { today: '2026-11-20' })).toHaveLength(1)
  const before = checkDocument({ ...document, invoice_date: '2026-08-14' }, { today: '2026-08-14' })
  expect(before).toEqual([])
})

test.each([
  ['NA for a company', buildCustomer({ identity_number: 'NA' }), '2026-07-31', '2026-08-01'],
  ['a state that was retired', buildCustomer({ state: '00' }), '2025-06-12', '2025-06-13'],
])('%s is refused since its day and not before', (_, customer, day_before, since) => {
  const document = buildDocument({ customer, invoice_date: '2025-01-01' })
  expect(checkDocument(document, { today: day_before })).toEqual([])
  expect(checkDocument(document, { today: since })).toHaveLength(1)
})

test.each([
  ['the zeros of a person without NRIC', buildCustomer(PERSON), '2026-07-31', '2026-08-01'],
  ['a country of the list', buildCustomer({ country: 'SCT', state: '17' }), '2025-07-07', '2025-07-08'],
])('%s is taken since its day and not before', (_, customer, day_before, since) => {
  const document = buildDocument({ customer, invoice_date: '2025-01-01' })
  expect(checkDocument(document, { today: day_before })).toHaveLength(1)
  expect(checkDocument(document, { today: since })).toEqual([])
})

test.each([
  ['2026-07-07', '2026-07-07', 1],
  ['2026-07-08', '2026-07-07', 1],
  ['2026-07-08', '2026-07-08', 0],
  ['2027-12-31', '2027-12-31', 0],
  ['2028-01-01', '2027-12-31', 1],
])('a disclosure on %s in Malaysia, issued on %s, has %i fault', (today, issue_date, faults) => {
  const document = buildDocument({ voluntary_disclosure: true, invoice_date: '2025-01-01' })
  expect(checkDocument(document, { today, issue_date })).toHaveLength(faults)
})

test('codes are held against the issue date, rules against the Malaysian day', () => {
  const document = buildDocument({
    items: [buildLine({ unit_of_measurement: 'HAR' })],
    invoice_date: '2026-01-01',
  })
  const on = (issue_date: string) => checkDocument(document, { today: '2026-04-10', issue_date })
  expect(on('2026-04-09').map(({ field }) => field)).toEqual(['items.0.unit_of_measurement'])
  expect(on('2026-04-10')).toEqual([])
  const long = { ...document, items: buildDocument().items, frequency_of_billing: 'X'.repeat(51) }
  expect(checkDocument(long, { today: '2026-08-15', issue_date: '2026-08-14' })).toHaveLength(1)
})

test('findings in words take a line each, equal ones once, and not more than twenty', () => {
  const finding = { code: 'A', field: 'customer.name', message: 'Too long.' }
  expect(inWords([finding, { ...finding, code: 'B' }])).toBe('customer.name: Too long.')
  const many = Array.from({ length: 22 }, (_, at) => ({ ...finding, field: `items.${at}.quantity` }))
  const lines = inWords(many).split('\n')
  expect(lines).toHaveLength(21)
  expect(lines.slice(-2)).toEqual(['items.19.quantity: Too long.', 'And 2 more.'])
})

test('the golden catalogue lists every check with its code, its first day and its rule', () => {
  const rows = CHECKS.map(({ code, since, warns, rule }) => [
    code,
    since ?? 'always',
    warns ? 'warns' : 'refuses',
    rule,
  ])
  expectGolden('docs/checks.txt', printTable([['code', 'since', 'and', 'rule'], ...rows]))
})

test('codes are unique and of one form', () => {
  const codes = CHECKS.map((check) => check.code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.filter((code) => !/^DOC-[A-Z]+-\d\d$/.test(code))).toEqual([])
})
