import { expect, test } from 'vitest'
import { csvOf, row, upload } from '../../../test/files.ts'
import { readBack, work } from '../../../test/importing.ts'
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
