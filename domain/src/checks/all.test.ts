import { describe, expect, test } from 'vitest'
import { buildDocument } from '../../test/build.ts'
import { AMOUNT_EXAMPLES } from '../../test/examples/amounts.ts'
import type { Example } from '../../test/examples/example.ts'
import { HEADER_EXAMPLES } from '../../test/examples/header.ts'
import { LINE_EXAMPLES } from '../../test/examples/lines.ts'
import { PARTY_EXAMPLES } from '../../test/examples/parties.ts'
import { expectGolden, printTable } from '../../test/golden.ts'
import { CHECKS, checkDocument, inWords } from './all.ts'

const EXAMPLES: Record<string, Example> = {
  ...HEADER_EXAMPLES,
  ...PARTY_EXAMPLES,
  ...LINE_EXAMPLES,
  ...AMOUNT_EXAMPLES,
}
const TODAY = { today: '2026-11-20' }

test('every check has examples, and every example a check', () => {
  expect(Object.keys(EXAMPLES)).toEqual(CHECKS.map((check) => check.code))
  for (const [code, { passes, fails }] of Object.entries(EXAMPLES)) {
    expect(passes.length, code).toBeGreaterThan(0)
    expect(fails.length, code).toBeGreaterThan(0)
  }
})

test('the document that all examples start from is valid', () => {
  expect(checkDocument(buildDocument(), TODAY)).toEqual([])
})

describe.each(Object.entries(EXAMPLES))('%s', (code, { passes, fails }) => {
  test.each(passes.map((overrides) => [overrides]))('accepts example %#', (overrides) => {
    const codes = checkDocument(buildDocument(overrides), TODAY).map((finding) => finding.code)
    expect(codes).not.toContain(code)
  })

  test.each(fails)('finds %s wrong in example %#', (field, overrides) => {
    const found = checkDocument(buildDocument(overrides), TODAY).filter((finding) => finding.code === code)
    expect(found.map((finding) => finding.field)).toEqual([field])
    expect(found[0]?.message).toMatch(/^\p{Lu}.{8,}/u)
  })
})

test('a check is silent before the day on which the authority enforces it', () => {
  const document = buildDocument({ frequency_of_billing: 'X'.repeat(51) })
  expect(checkDocument(document, { today: '2026-11-20' })).toHaveLength(1)
  const before = checkDocument({ ...document, invoice_date: '2026-08-14' }, { today: '2026-08-14' })
  expect(before).toEqual([])
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
  const rows = CHECKS.map((check) => [check.code, check.since ?? 'always', check.rule])
  expectGolden('docs/checks.txt', printTable([['code', 'since', 'rule'], ...rows]))
})

test('codes are unique and of one form', () => {
  const codes = CHECKS.map((check) => check.code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.filter((code) => !/^DOC-[A-Z]+-\d\d$/.test(code))).toEqual([])
})
