import { expect, test } from 'vitest'
import type { Output } from '#contract/endpoint.ts'
import { intake } from '#contract/intake.ts'
import { LINES_MAX, TOO_MANY_LINES } from '#domain/checks/lines.ts'
import { FINDINGS_MAX } from '#domain/problems.ts'
import { line, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const ANSWER_CHARS_MAX = 1_000_000
const SMALLEST = { classification: '022', item_description: 'x', unit_price: '0', quantity: '1' }

const smallest = (count: number) => payload({ items: Array.from({ length: count }, () => SMALLEST) })
const empty = (count: number) => payload({ items: Array.from({ length: count }, () => ({})) })

type Refused = Output<typeof intake.submit>['errors'][number]

/** The messages about a refused document, by field. */
const findingsOf = (refused: Refused | undefined) => {
  const [first] = [refused?.errors ?? []].flat()
  if (typeof first !== 'object' || typeof first.details === 'string') throw new Error('No findings.')
  return first.details
}

test('the longest document that fits 300 KB is taken and printed, and one line more is refused', async () => {
  let taken = 1
  for (let [low, high] = [1, LINES_MAX]; low < high; ) {
    const lines = Math.ceil((low + high) / 2)
    const { status, body } = await submit(world, 'aminah', smallest(lines))
    if (status === 200) taken = lines
    else expect(body).toMatchObject({ items: [expect.stringMatching(/about 3\d\d KB.*300 KB/)] })
    if (status === 200) low = lines
    else high = lines - 1
  }
  expect(taken).toBeGreaterThan(300)
  expect(taken).toBeLessThan(LINES_MAX)
  const pdf = await world.as('aminah').call(intake.preview, { body: smallest(taken) })
  expect(pdf).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
})

test('more lines than fit are refused before they are read, in a document and in its preview', async () => {
  const refused = { status: 400, body: { items: [TOO_MANY_LINES] } }
  expect(await submit(world, 'aminah', empty(LINES_MAX + 1))).toMatchObject(refused)
  const preview = await world.as('aminah').call(intake.preview, { body: smallest(LINES_MAX + 1) })
  expect(preview).toMatchObject(refused)
})

test('a document with hundreds of findings tells the first and counts the others', async () => {
  const { status, body } = await submit(world, 'aminah', empty(LINES_MAX))
  expect(status).toBe(400)
  const told = Object.entries(findingsOf(body.errors[0]))
  expect(told).toHaveLength(FINDINGS_MAX + 1)
  expect(told.at(-1)).toEqual(['non_field_errors', [expect.stringMatching(/^And \d{3} more\.$/)]])
  expect(body.non_field_errors).toEqual(told.at(-1)?.[1])
})

test('a hundred such documents fit one answer, and the good one among them is stored', async () => {
  const many = Array.from({ length: 100 }, (_, at) =>
    at === 50 ? payload({ items: [line()] }) : empty(LINES_MAX),
  )
  const { status, body, text } = await submit(world, 'aminah', many)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'Partial Success', UUIDs: [expect.any(String)] })
  expect(body.errors).toHaveLength(99)
  for (const refused of body.errors)
    expect(Object.values(findingsOf(refused)).flat().length).toBeGreaterThan(5)
  expect(text.length).toBeLessThan(ANSWER_CHARS_MAX)
})
