import { beforeAll, expect, test } from 'vitest'
import { allFields, type Calls, type Fill, type NamedField, openCalls } from './calls/filled-calls.ts'
import { takes } from './calls/schema-fields.ts'
import { createWorld } from './world.ts'

/** How the validating library words what it finds, in any of its sentences. */
const LIBRARY = /\b(Invalid|Unrecognized|Unexpected|expected|received|Too (?:big|small)|zod|ISO)\b|[<>]=?\d/

/** Of every kind, and beyond every limit. */
const BAD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, '', ' ', 'x', '-1', '1.5', 'x'.repeat(501), 'x'.repeat(2_000)],
  ...[[], ['x'], [[]], {}, { x: 1 }, Array.from({ length: 400 }, () => 1)],
]

/** What a refusal says, without the names of the fields. */
const saidIn = (text: string) => Object.values<unknown>(JSON.parse(text)).flat().join(' ')

const world = await createWorld({ simulator: true })
let calls: Calls
beforeAll(async () => {
  calls = await openCalls(world)
})

const groups = Map.groupBy(allFields(), ({ endpoint, part }) => `${endpoint.id} ${part}`)

test.each([...groups])('%s is refused in our own words', async (_, fields) => {
  const [{ endpoint, part }] = fields as [NamedField, ...NamedField[]] // no group is empty
  // All fields of a part are filled together, each with another value in each round.
  const together = BAD.map((_, round) =>
    fields.flatMap((field, at): Fill[] => {
      const value = BAD[(round + at) % BAD.length]
      return takes(field, value) ? [] : [{ ...field, value }]
    }),
  )
  const whole = part === 'body' ? BAD.map((value): Fill[] => [{ part, path: [], value }]) : []
  const refusals: string[] = []
  for (const fills of [...together, ...whole]) {
    const { status, text } = await calls.send(endpoint, fills)
    if (status === 400) refusals.push(saidIn(text))
  }
  expect(refusals).not.toEqual([])
  expect(refusals.filter((text) => LIBRARY.test(text))).toEqual([])
})
