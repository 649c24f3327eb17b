import { expect, test } from 'vitest'
import { conflict, FINDINGS_MAX, invalidFindings } from '#domain/problems.ts'
import { openReport } from './report.ts'

const refusal = (count: number) =>
  invalidFindings(
    Array.from({ length: count }, (_, at) => ({ field: `items.${at}.quantity`, message: 'No.' })),
  ).problem

type Told = ReturnType<ReturnType<typeof openReport>>
const findingsOf = ({ errors }: Told) => {
  const [first] = typeof errors === 'string' ? [] : errors
  return Object.values(first?.details ?? {}).flat()
}

test('one document tells all its findings, and how many more there are', () => {
  const told = findingsOf(openReport(1)(refusal(5_000), {}, 0))
  expect(told).toHaveLength(FINDINGS_MAX + 1)
  expect(told.at(-1)).toBe('And 4,800 more.')
})

test('a hundred bad documents share one answer, and each tells some', () => {
  const report = openReport(100)
  const told = Array.from({ length: 100 }, (_, at) => findingsOf(report(refusal(5_000), {}, at)))
  expect(told[0]).toHaveLength(FINDINGS_MAX + 1)
  expect(told.flat().length).toBeLessThanOrEqual(1_000)
  for (const one of told) {
    expect(one.length).toBeGreaterThan(5)
    expect(one.at(-1)).toMatch(/^And 4,\d{3} more\.$/)
  }
})

test('the one bad document of a hundred tells as much as if it were alone', () => {
  expect(findingsOf(openReport(100)(refusal(5_000), {}, 99))).toHaveLength(FINDINGS_MAX + 1)
  expect(findingsOf(openReport(100)(refusal(5_000), {}, 0))).toHaveLength(FINDINGS_MAX + 1)
})

test('a document is named by its number, and a number that is taken stands at its field', () => {
  const report = openReport(2)
  expect(report(conflict('number_taken', 'Taken.').problem, { invoice_number: 'A-1' }, 0)).toEqual({
    invoice_number: 'A-1',
    errors: [{ type: 'number_taken', invoice_number: 'A-1', details: { invoice_number: ['Taken.'] } }],
  })
  expect(report(conflict('changed_meanwhile', 'Load it again.').problem, 7, 1)).toEqual({
    invoice_number: '',
    errors: [{ type: 'changed_meanwhile', invoice_number: '', details: 'Load it again.' }],
  })
})
