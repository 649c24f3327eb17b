import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { LINES_MAX } from '#domain/checks/lines.ts'
import { csvOf, row } from '../../../test/files.ts'
import { matched, readBack } from '../../../test/importing.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()
const aminah = world.as('aminah')

/** An invoice of three lines, of which each says the state, and one of another buyer in the same place. */
const file = (prefix: string, state: string) =>
  csvOf([
    ...[1, 2, 3].map(() => row(`${prefix}-1`, { 'customer.state': state })),
    row(`${prefix}-2`, { 'customer.state': state }),
  ])
const rowsOf = async (id: string) =>
  (await aminah.call(importSteps.rows, { params: { id }, query: { show: 'all' } })).body.results
const at = Object.keys(row('X')).indexOf('customer.state')
const statesOf = async (id: string) => (await rowsOf(id)).map(({ cells }) => cells[at])

test('what is corrected of a document is corrected in each of its rows that said the same', async () => {
  const { id } = await matched(world, 'aminah', file('ALIKE', 'Atlantis'))
  const cells = [{ row: 2, column: at, value: 'Johor' }]
  const { body } = await aminah.call(importSteps.correct, { params: { id }, body: { cells } })
  expect(body.rows.map(({ row: number, faults }) => [number, faults])).toEqual(
    [2, 3, 4].map((number) => [number, []]),
  )
  expect(await statesOf(id)).toEqual(['Johor', 'Johor', 'Johor', 'Atlantis'])
  expect(body.import).toMatchObject({ counts: { good: 1, bad: 1 }, undo: { cells: 3 } })

  await aminah.call(importSteps.undo, { params: { id }, body: { id: body.import.undo?.id ?? '' } })
  expect(await statesOf(id)).toEqual(['Atlantis', 'Atlantis', 'Atlantis', 'Atlantis'])
})

test('of a document of more rows than any may have the one row is corrected that was meant', async () => {
  const rows = Array.from({ length: LINES_MAX + 1 }, () => row('LONG-1', { 'customer.state': 'Atlantis' }))
  const { id } = await matched(world, 'aminah', csvOf(rows))
  const cells = [{ row: 2, column: at, value: 'Johor' }]
  const { body } = await aminah.call(importSteps.correct, { params: { id }, body: { cells } })
  expect(body.import).toMatchObject({ counts: { bad: 1 }, undo: { cells: 1 } })
})

test('what is corrected in several rows at once stays as each was corrected', async () => {
  const { id } = await matched(world, 'aminah', file('EACH', 'Atlantis'))
  const cells = [2, 3].map((number, i) => ({ row: number, column: at, value: ['Johor', 'Kedah'][i] ?? '' }))
  await aminah.call(importSteps.correct, { params: { id }, body: { cells } })
  expect(await statesOf(id)).toEqual(['Johor', 'Kedah', 'Atlantis', 'Atlantis'])
})

test('a repair mends a document of several lines whole', async () => {
  const { id } = await matched(world, 'aminah', file('WHOLE', 'Penang'))
  const { results } = (await aminah.call(importSteps.problems, { params: { id } })).body
  expect(results).toMatchObject([{ field: 'customer.state', rows: 2, documents: 2 }])
  const body = { problem: results[0]?.key ?? '', kind: 'code_of_name' }
  await aminah.call(importSteps.fix, { params: { id }, body })
  expect(await readBack(world, 'aminah', id)).toMatchObject({ counts: { good: 2, bad: 0 } })
  expect(await statesOf(id)).toEqual(['07', '07', '07', '07'])
})

test('a line is its own, and a number moves its row alone', async () => {
  const { id } = await matched(
    world,
    'aminah',
    csvOf([row('OWN-1', { quantity: '0' }), row('OWN-1', { quantity: '0' })]),
  )
  const places = Object.keys(row('X'))
  const cells = [
    { row: 2, column: places.indexOf('quantity'), value: '2' },
    { row: 2, column: places.indexOf('invoice_number'), value: 'OWN-2' },
  ]
  await aminah.call(importSteps.correct, { params: { id }, body: { cells } })
  const told = (await rowsOf(id)).map(({ row: number, invoice_number, cells: [, ...rest] }) => [
    number,
    invoice_number,
    rest[places.indexOf('quantity') - 1],
  ])
  expect(told.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [2, 'OWN-2', '2'],
    [3, 'OWN-1', '0'],
  ])
})
