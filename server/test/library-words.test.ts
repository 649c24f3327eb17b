import { expect, test } from 'vitest'
import type { z } from 'zod'
import { ProblemError } from '#domain/problems.ts'
import { readAs } from '../src/platform/http/read-input.ts'
import { allFields, type NamedField } from './calls/filled-calls.ts'

/** How the validating library words what it finds, in any of its sentences. */
const LIBRARY = /\b(Invalid|Unrecognized|Unexpected|expected|received|Too (?:big|small)|zod|ISO)\b|[<>]=?\d/

/** Of every kind, and beyond every limit. */
const BAD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, '', ' ', 'x', '-1', '1.5', 'x'.repeat(501), 'x'.repeat(2_000)],
  ...[[], ['x'], [[]], {}, { x: 1 }, Array.from({ length: 400 }, () => 1)],
]

/** What is said where a value is refused, without the names of the fields; a call says no more (bind.test.ts). */
const refusalsOf = (schema: z.core.$ZodType) =>
  BAD.flatMap((value) => {
    try {
      readAs(schema as z.ZodType, value) // the core's type of the same
      return []
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.kind !== 'invalid_fields') throw error
      return Object.values(error.problem.fields)
        .concat(error.problem.whole ?? [])
        .flat()
        .join(' ')
    }
  })

const groups = Map.groupBy(allFields(), ({ endpoint, part }) => `${endpoint.id} ${part}`)

test.each([...groups])('%s is refused in our own words', (_, fields) => {
  const [{ endpoint, part }] = fields as [NamedField, ...NamedField[]] // no group is empty
  const whole = part === 'body' ? [endpoint.body] : []
  const schemas = [...fields.map(({ schema }) => schema), ...whole].filter((schema) => schema !== undefined)
  const refusals = schemas.flatMap(refusalsOf)
  expect(refusals).not.toEqual([])
  expect(refusals.filter((text) => LIBRARY.test(text))).toEqual([])
})
