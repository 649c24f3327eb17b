import { describe, expect, test } from 'vitest'
import { byField, FINDINGS_MAX, fieldsOf, invalidFindings, ProblemError, shortened } from './problems.ts'

const findings = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ field: `items.${at}.quantity`, message: 'Too many.' }))

const refusalOf = (count: number) => {
  const { problem } = invalidFindings(findings(count))
  if (problem.kind !== 'invalid_fields') throw new Error(problem.kind)
  return problem
}

test('findings are gathered by field, each message once', () => {
  const finding = { field: 'name', message: 'Too long.' }
  expect(byField([finding, finding, { ...finding, message: 'Too odd.' }])).toEqual({
    name: ['Too long.', 'Too odd.'],
  })
})

test.each(['constructor', '__proto__'])('a field may be named %s', (field) => {
  const fields = byField([{ field, message: 'This field is not known.' }])
  expect(Object.entries(fields)).toEqual([[field, ['This field is not known.']]])
})

describe('a refusal', () => {
  test('tells the first findings and counts the others as its last one', () => {
    expect(fieldsOf(refusalOf(FINDINGS_MAX))).not.toHaveProperty('non_field_errors')
    const told = Object.entries(fieldsOf(refusalOf(5_000)))
    expect(told).toHaveLength(FINDINGS_MAX + 1)
    expect(told.at(-1)).toEqual(['non_field_errors', ['And 4,800 more.']])
  })

  test('can be told shorter, and then counts what it left out before as well', () => {
    const told = fieldsOf(shortened(refusalOf(5_000), 2))
    expect(told).toEqual({
      'items.0.quantity': ['Too many.'],
      'items.1.quantity': ['Too many.'],
      non_field_errors: ['And 4,998 more.'],
    })
    expect(shortened(refusalOf(2), 10)).toEqual(refusalOf(2))
  })

  test('tells what concerns the whole before the count', () => {
    const { problem } = invalidFindings([{ field: '', message: 'Not like this.' }, ...findings(FINDINGS_MAX)])
    expect(problem).toMatchObject({ whole: ['Not like this.'], more: 1 })
    if (problem.kind !== 'invalid_fields') throw new Error(problem.kind)
    expect(fieldsOf(problem)).toMatchObject({ non_field_errors: ['Not like this.', 'And 1 more.'] })
  })

  test('is an error with its messages', () => {
    expect(invalidFindings(findings(1))).toBeInstanceOf(ProblemError)
    expect(invalidFindings(findings(1)).message).toBe('Too many.')
  })
})
