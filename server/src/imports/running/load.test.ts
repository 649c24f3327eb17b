import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row, upload } from '../../../test/files.ts'
import { matched, readBack, work } from '../../../test/importing.ts'
import { createWorld } from '../../../test/world.ts'
import { on } from '../../documents/store/tables.ts'
import { on as onImports } from '../kept/tables.ts'

const world = await createWorld()
let count = 0
const many = (length: number) => Array.from({ length }, () => `LOAD-${++count}`)

/** Sends a file of more documents than a call answers, and lets its import go to its end. */
const importOf = async (rows: Parameters<typeof csvOf>[0], form = {}) => {
  const { body } = await upload(world, 'aminah', csvOf(rows), form)
  const id = body.import_id ?? ''
  const { in_order } = await onImports(world.db)
    .selectFrom('imports')
    .where('id', '=', id)
    .select('in_order')
    .executeTakeFirstOrThrow()
  await work(world, id)
  return { in_order, done: await readBack(world, 'aminah', id) }
}

const linesStored = async (numbers: readonly string[]) => {
  const found = await on(world.db)
    .selectFrom('documents')
    .where('invoice_number', 'in', numbers)
    .select(['invoice_number', 'content'])
    .execute()
  return Object.fromEntries(found.map((one) => [one.invoice_number, one.content.items.length]))
}

test('a document whose rows go on in a later batch is judged again with all of them', async () => {
  const numbers = many(210)
  const [first = '', second = '', third = ''] = numbers
  const rows = [
    ...numbers.map((number) => row(number, number === second ? { unit_price: 'twelve' } : {})),
    ...[row(first, { quantity: 'none' }), row(second), row(third)],
  ]
  const { in_order, done } = await importOf(rows, { check_only: true })
  expect(in_order).toBe(false)
  expect(done).toMatchObject({
    state: 'done',
    counts: { rows: 213, rows_bad: 2, documents: 210, pending: 0, good: 208, bad: 2 },
  })
  const stored = await importOf(rows)
  expect(stored.done).toMatchObject({ state: 'done', counts: { rows_bad: 2, bad: 2, stored: 208, good: 0 } })
  expect(await linesStored([first, second, third])).toEqual({ [third]: 2 })
})

test('a row without a number makes the document above it doubtful, wherever a batch ends', async () => {
  const numbers = many(450)
  const above = new Set(numbers.filter((_, at) => at % 50 === 49 || at === 199 || at === 200))
  const rows = numbers.flatMap((number) => [row(number), ...(above.has(number) ? [row(''), row('')] : [])])
  const { in_order, done } = await importOf(rows)
  const loose = 2 * above.size
  expect(in_order).toBe(true)
  expect(done).toMatchObject({
    state: 'done',
    counts: {
      ...{ rows: 450 + loose, documents: 450 + loose },
      ...{ bad: above.size + loose, stored: 450 - above.size, pending: 0 },
    },
  })
  expect(Object.keys(await linesStored([...above]))).toEqual([])
})

test('of a document that is more than a batch nothing is stored, and what follows it is', async () => {
  const numbers = many(202)
  const long = numbers[100] ?? ''
  const rows = numbers.flatMap((number) =>
    Array.from({ length: number === long ? 2_100 : 1 }, () => row(number)),
  )
  const { in_order, done } = await importOf(rows)
  expect(in_order).toBe(true)
  expect(done).toMatchObject({
    state: 'done',
    counts: { rows: 2_301, documents: 202, bad: 1, rows_bad: 1, stored: 201, pending: 0, good: 0 },
  })
  expect(await linesStored([long])).toEqual({})
})

test('a number that is taken already leaves the others of its batch as they are', async () => {
  const numbers = many(205)
  const taken = numbers.slice(0, 3)
  await importOf(numbers.map((number) => row(number)))
  const further = many(205)
  const rows = [...taken, ...further].map((number) => row(number, { quantity: '7' }))
  const { done } = await importOf(rows)
  expect(done).toMatchObject({ state: 'done', counts: { stored: 205, bad: 3, already: 0, pending: 0 } })
})

describe('of an import that goes on by itself', () => {
  /** How many rows are kept of each document. */
  const rowsKept = async (id: string) => {
    const { rows } = await sql<{ invoice_number: string; kept: number }>`
      SELECT d.invoice_number, count(r.row)::int AS kept FROM import_documents d
      LEFT JOIN import_rows r ON r.import_id = d.import_id AND r.document = d.document
      WHERE d.import_id = ${id} GROUP BY d.invoice_number HAVING count(r.row) > 0`.execute(world.db)
    return Object.fromEntries(rows.map(({ invoice_number, kept }) => [invoice_number, kept]))
  }
  const twice = (numbers: readonly string[], wrong?: string) =>
    numbers.flatMap((number) => [row(number), row(number, number === wrong ? { quantity: 'none' } : {})])

  test.each([{ check_only: true }, {}])('rows are kept where something is wrong: %o', async (form) => {
    const numbers = many(230)
    const [, wrong = '', taken = ''] = numbers
    await importOf(twice([taken, ...many(210)]))
    const { in_order, done } = await importOf(twice(numbers, wrong), form)
    expect([in_order, done.counts.rows, done.counts.documents]).toEqual([true, 460, 230])
    expect(await rowsKept(done.id)).toEqual({ [wrong]: 2, [taken]: 2 })
    const errors = await world.as('aminah').call(importSteps.errors, { params: { id: done.id } })
    expect(errors.text.split('\r\n').filter((line) => line.startsWith(wrong))).toHaveLength(2)
  })

  test('all are kept where a document may go on anywhere in the file, or a person goes through it', async () => {
    const numbers = many(205)
    const apart = [...numbers.map((number) => row(number)), row(numbers[0] ?? '')]
    const { done } = await importOf(apart, { check_only: true })
    expect(Object.keys(await rowsKept(done.id))).toHaveLength(205)
    const steps = await matched(world, 'aminah', csvOf(twice(many(205))))
    expect(Object.keys(await rowsKept(steps.id))).toHaveLength(205)
  })
})
