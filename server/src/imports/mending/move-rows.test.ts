import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row, upload } from '../../../test/files.ts'
import { matched, readBack, work } from '../../../test/importing.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()
const aminah = world.as('aminah')
let count = 0
const fresh = () => `MOVE-${++count}`
const NUMBER = Object.keys(row('X')).indexOf('invoice_number')

const badRows = async (id: string) =>
  (await aminah.call(importSteps.rows, { params: { id }, query: { show: 'bad' } })).body.results
/** Gives rows of an import their numbers. */
const number = (id: string, numbers: Record<number, string>) => {
  const cells = Object.entries(numbers).map(([line, value]) => ({ row: Number(line), column: NUMBER, value }))
  return aminah.call(importSteps.correct, { params: { id }, body: { cells } })
}
const drop = async (id: string, documents: number[], dropped = true) =>
  (await aminah.call(importSteps.drop, { params: { id }, body: { documents, dropped } })).body.counts
const store = async (id: string) => {
  await aminah.call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
}

test('a row is not moved into a document that is stored, and nothing of it is lost', async () => {
  const [taken, wrong] = [fresh(), fresh()]
  const lines = [row(taken), row(wrong, { quantity: 'x' })]
  await upload(world, 'aminah', csvOf(lines))
  const { id, counts } = await matched(world, 'aminah', csvOf(lines))
  expect(counts).toMatchObject({ already: 1, bad: 1 })
  expect(await number(id, { 3: taken })).toMatchObject({
    status: 409,
    body: { code: 'stored_already', detail: `${taken} is stored; change the document itself.` },
  })
  expect(await badRows(id)).toMatchObject([{ row: 3, invoice_number: wrong, edited: [] }])
  expect((await readBack(world, 'aminah', id)).counts).toMatchObject({ documents: 2, already: 1, bad: 1 })
})

test('a row does not go back into a document that was stored meanwhile', async () => {
  const [first, other] = [fresh(), fresh()]
  const { id } = await matched(world, 'aminah', csvOf([row(first), row(first)]))
  const { body } = await number(id, { 3: other })
  await drop(id, [3])
  await store(id)
  expect(await drop(id, [3], false)).toMatchObject({ stored: 1, good: 1 })
  const undo = { params: { id }, body: { id: body.import.undo?.id ?? '' } }
  expect(await aminah.call(importSteps.undo, undo)).toMatchObject({
    status: 409,
    body: { code: 'stored_already' },
  })
  expect((await readBack(world, 'aminah', id)).counts).toMatchObject({ documents: 2, stored: 1, good: 1 })
})

const loose = (line: number) => [
  { message: `Row ${line} has no invoice number. It may be a line of this document.` },
]

test('a document waits for each of the rows below it that have no number', async () => {
  const [above, renamed] = [fresh(), fresh()]
  const { id } = await matched(world, 'aminah', csvOf([row(above), row(''), row('')]))
  const { body } = await number(id, { 3: above })
  expect(body.import.counts).toMatchObject({ documents: 2, bad: 2, good: 0 })
  expect(body.rows[0]?.faults).toMatchObject(loose(4))
  const moved = await number(id, { 2: renamed, 3: renamed })
  expect(moved.body.import.counts).toMatchObject({ documents: 2, bad: 2, good: 0 })
  const whole = await number(id, { 4: renamed })
  expect(whole.body.import.counts).toMatchObject({ documents: 1, bad: 0, good: 1 })
  const undo = { params: { id }, body: { id: whole.body.import.undo?.id ?? '' } }
  await aminah.call(importSteps.undo, undo)
  expect((await badRows(id)).find((one) => one.row === 2)?.faults).toMatchObject(loose(4))
})

test('a row whose number is taken away makes the document above it doubtful', async () => {
  const { id } = await matched(world, 'aminah', csvOf([row(fresh()), row(fresh())]))
  expect((await number(id, { 3: '' })).body.import.counts).toMatchObject({ documents: 2, bad: 2, good: 0 })
})

test('of rows without a number each that is not left out counts', async () => {
  const { id } = await matched(world, 'aminah', csvOf([row(fresh()), row(''), row(''), row(fresh())]))
  expect(await drop(id, [3])).toMatchObject({ dropped: 1, good: 1, bad: 2 })
  expect((await badRows(id))[0]?.faults).toMatchObject(loose(4))
  expect(await drop(id, [4])).toMatchObject({ dropped: 2, good: 2, bad: 0 })
  expect(await drop(id, [3], false)).toMatchObject({ dropped: 1, good: 1, bad: 2 })
  expect((await badRows(id))[0]?.faults).toMatchObject(loose(3))
})

test('rows below a number that no index could hold are not of the document above it', async () => {
  const { id } = await matched(world, 'aminah', csvOf([row(fresh()), row('9'.repeat(300)), row('')]))
  expect(await drop(id, [3])).toMatchObject({ dropped: 1, good: 1, bad: 1 })
  expect(await drop(id, [4])).toMatchObject({ dropped: 2, good: 1, bad: 0 })
})
