import { describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { decide } from '../../test/build.ts'
import { csvOf, jsonDocument, row, upload } from '../../test/files.ts'
import { matched, readBack, work } from '../../test/importing.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { on } from './kept/tables.ts'

const world = await createWorld()
let count = 0
const fresh = () => `WARN-${++count}`
const many = (length: number) => Array.from({ length }, fresh)

const OLD = { invoice_date: '2026-07-11' }
const AHEAD = { invoice_date: '2026-07-16' }
const TOO_OLD = expect.stringMatching(/^This date is more than 72 hours back\. LHDN’s record bears/)
const IN_FUTURE = expect.stringMatching(/^This date lies in the future\. LHDN’s record bears/)

const HEADINGS = Object.keys(row('X'))
const at = (heading: string) => HEADINGS.indexOf(heading)

const warningsOf = async (id: string, who: Who = 'aminah') =>
  (await world.as(who).call(importSteps.problems, { params: { id } })).body.warnings
const rowsOf = async (id: string, query: { show?: 'all' | 'bad' | 'warned'; problem?: string }) =>
  (await world.as('aminah').call(importSteps.rows, { params: { id }, query })).body.results
const correct = async (id: string, cells: { row: number; column: number; value: string }[]) =>
  (await world.as('aminah').call(importSteps.correct, { params: { id }, body: { cells } })).body
const drop = async (id: string, documents: number[], dropped: boolean) =>
  (await world.as('aminah').call(importSteps.drop, { params: { id }, body: { documents, dropped } })).body
const store = async (id: string) => {
  await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
  return readBack(world, 'aminah', id)
}

test('a small file that is only checked tells its warnings by document, and stores nothing', async () => {
  const [fine, old, ahead] = [fresh(), fresh(), fresh()]
  const before = await storedIn(world)
  const file = csvOf([row(fine), row(old, OLD), row(ahead, AHEAD)])
  const { body } = await upload(world, 'aminah', file, { check_only: true })
  expect(body).toMatchObject({ status: 'Success', Invoice_Numbers: [fine, old, ahead], errors: [] })
  expect(body.warnings).toEqual([
    { invoice_number: old, field: 'invoice_date', message: TOO_OLD },
    { invoice_number: ahead, field: 'invoice_date', message: IN_FUTURE },
  ])
  expect(await storedIn(world)).toEqual(before)
})

test('a rate that is written as a fraction is asked about', async () => {
  const rate = { tax_type: '02', tax_rate: '0.08' }
  const { body } = await upload(world, 'aminah', csvOf([row(fresh(), rate)]))
  expect(body.warnings).toMatchObject([
    { field: 'items.0.tax_rate', message: 'The tax rate is 0.08%. Is 8% meant?' },
  ])
})

const REPLACES = 'This replaces what your document of this number says, which came back.'

test('a file that replaces a document which came back says so before it does, and after', async () => {
  const [back, other] = [fresh(), fresh()]
  const { body } = await upload(world, 'aminah', csvOf([row(back), row(other)]))
  for (const uuid of body.UUIDs)
    await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong price' })
  const replaced = (number: string) => ({
    invoice_number: number,
    field: 'invoice_number',
    message: REPLACES,
  })
  const small = csvOf([row(back, { unit_price: '13' }), row(fresh())])
  const checked = await upload(world, 'aminah', small, { check_only: true })
  expect(checked.body.warnings).toEqual([replaced(back)])
  expect((await upload(world, 'aminah', small)).body.warnings).toEqual([replaced(back)])

  const steps = csvOf([row(other, { unit_price: '13' }), row(fresh())])
  const { id, counts } = await matched(world, 'aminah', steps)
  expect(counts).toMatchObject({ good: 2, warned: 1 })
  const told = [{ field: 'invoice_number', message: REPLACES, documents: 1, numbers: [other] }]
  expect(await warningsOf(id)).toMatchObject(told)
  expect(await store(id)).toMatchObject({ state: 'done', counts: { stored: 2, warned: 1 } })
  expect(await warningsOf(id)).toMatchObject(told)
})

describe('the warnings of an import in steps', () => {
  test('are told once each with their documents, which are good', async () => {
    const [fine, old, older, ahead, bad] = [fresh(), fresh(), fresh(), fresh(), fresh()]
    const rows = [
      ...[row(fine), row(old, OLD), row(old, OLD), row(older, { invoice_date: '2024-02-29' })],
      ...[row(ahead, AHEAD), row(bad, { ...OLD, quantity: 'x' })],
    ]
    const { id, counts } = await matched(world, 'aminah', csvOf(rows))
    expect(counts).toMatchObject({ documents: 5, good: 4, bad: 1, rows_bad: 1, warned: 3 })
    const [of_old, of_ahead, ...others] = await warningsOf(id)
    expect(others).toEqual([])
    expect(of_old).toMatchObject({
      ...{ field: 'invoice_date', message: TOO_OLD, documents: 2, numbers: [old, older] },
    })
    expect(of_ahead).toMatchObject({ message: IN_FUTURE, documents: 1, numbers: [ahead] })

    const shown = await rowsOf(id, { show: 'warned' })
    expect(shown.map((one) => [one.row, one.invoice_number, one.document_state])).toEqual([
      ...[
        [3, old, 'good'],
        [5, older, 'good'],
      ],
      [6, ahead, 'good'],
    ])
    expect(await rowsOf(id, { show: 'warned', problem: of_old?.key ?? '' })).toEqual(shown.slice(0, 2))
    expect(shown[0]).toMatchObject({
      faults: [],
      warnings: [
        {
          ...{ field: 'invoice_date', column: at('invoice_date') },
          ...{ message: TOO_OLD, problem: of_old?.key },
        },
      ],
    })
    // Only where they stand: not in the document's other rows, nor in those of others.
    const all = await rowsOf(id, {})
    expect(all.filter(({ warnings }) => warnings.length > 0).map((one) => one.row)).toEqual([3, 5, 6])
    expect((await rowsOf(id, { show: 'bad' })).map((one) => one.row)).toEqual([7])
  })

  test('are read on row by row, each once', async () => {
    const { id } = await matched(world, 'aminah', csvOf(many(7).map((number) => row(number, OLD))))
    const seen: number[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const query = { show: 'warned' as const, page_size: 3, ...(after && { after }) }
      const { body } = await world.as('aminah').call(importSteps.rows, { params: { id }, query })
      seen.push(...body.results.map((one) => one.row))
      after = body.next
    }
    expect(seen).toEqual([2, 3, 4, 5, 6, 7, 8])
  })

  test('are also of identities, at the cell of the buyer', async () => {
    const number = fresh()
    const file = csvOf([row(number, { 'customer.state': '17' })])
    const { id, counts } = await matched(world, 'aminah', file)
    expect(counts).toMatchObject({ good: 1, warned: 1 })
    expect(await warningsOf(id)).toMatchObject([{ field: 'customer.state', numbers: [number] }])
    expect(await rowsOf(id, { show: 'warned' })).toMatchObject([
      { row: 2, warnings: [{ column: at('customer.state') }] },
    ])
  })

  test('keep nothing from being stored, and are told of what is stored', async () => {
    const [fine, old, ahead] = [fresh(), fresh(), fresh()]
    const { id } = await matched(world, 'aminah', csvOf([row(fine), row(old, OLD), row(ahead, AHEAD)]))
    expect(await store(id)).toMatchObject({ state: 'done', counts: { stored: 3, bad: 0, warned: 2 } })
    expect(await warningsOf(id)).toHaveLength(2)
  })

  test('go and come with corrections, with what is left out, and with other columns', async () => {
    const [first, second] = [fresh(), fresh()]
    const { id, columns } = await matched(world, 'aminah', csvOf([row(first, OLD), row(second, OLD)]))
    const cell = { row: 2, column: at('invoice_date') }
    const mended = await correct(id, [{ ...cell, value: '2026-07-15' }])
    expect(mended.import.counts).toMatchObject({ good: 2, warned: 1 })
    expect(mended.rows).toMatchObject([{ row: 2, warnings: [] }])
    const other = await correct(id, [{ ...cell, value: '2026-07-16' }])
    expect(other.rows).toMatchObject([{ row: 2, warnings: [{ message: IN_FUTURE }] }])
    expect((await warningsOf(id)).map(({ documents }) => documents)).toEqual([1, 1])

    // Broken it is bad, and only that is told of it.
    const broken = await correct(id, [{ ...cell, value: 'soon' }])
    expect(broken.import.counts).toMatchObject({ good: 1, bad: 1, warned: 1 })
    await correct(id, [{ ...cell, value: '2026-07-11' }])
    expect((await drop(id, [2, 3], true)).counts).toMatchObject({ dropped: 2, good: 0, warned: 0 })
    expect(await warningsOf(id)).toEqual([])
    expect((await drop(id, [3], false)).counts).toMatchObject({ dropped: 1, good: 1, warned: 1 })

    const without = columns.map(({ field }) => (field === 'invoice_date' ? null : field))
    await world.as('aminah').call(importSteps.match, { params: { id }, body: { columns: without } })
    await work(world, id)
    expect((await readBack(world, 'aminah', id)).counts).toMatchObject({ good: 2, warned: 0 })
    expect(await warningsOf(id)).toEqual([])
  })

  test('follow rows into other documents', async () => {
    const [first, second] = [fresh(), fresh()]
    const { id } = await matched(world, 'aminah', csvOf([row(first, OLD), row(second, OLD)]))
    const together = await correct(id, [{ row: 3, column: at('invoice_number'), value: first }])
    expect(together.import.counts).toMatchObject({ documents: 1, good: 1, warned: 1 })
    const apart = await correct(id, [{ row: 3, column: at('invoice_number'), value: second }])
    expect(apart.import.counts).toMatchObject({ documents: 2, good: 2, warned: 2 })
  })

  test('of what an earlier upload has stored are not told again', async () => {
    const file = csvOf([row(fresh(), OLD)])
    await upload(world, 'aminah', file)
    const { counts } = await matched(world, 'aminah', file)
    expect(counts).toMatchObject({ already: 1, warned: 0 })
  })
})

describe('a large file that goes on by itself', () => {
  test('of old documents alone is taken, and keeps what is said of them once', async () => {
    const numbers = many(201)
    const file = csvOf(numbers.map((number) => row(number, OLD)))
    const checked = await upload(world, 'aminah', file, { check_only: true })
    const { import_id: id = '' } = checked.body
    await work(world, id)
    expect(await readBack(world, 'aminah', id)).toMatchObject({
      ...{ state: 'done', counts: { good: 201, bad: 0, stored: 0, warned: 201 } },
    })
    expect(await warningsOf(id)).toMatchObject([
      { field: 'invoice_date', documents: 201, numbers: numbers.slice(0, 5) },
    ])
    const kept = await on(world.db)
      .selectFrom('imports')
      .where('id', '=', id)
      .select('warning_kinds')
      .executeTakeFirstOrThrow()
    expect(Object.values(kept.warning_kinds)).toEqual([{ field: 'invoice_date', message: TOO_OLD }])

    const sent = await upload(world, 'aminah', file)
    await work(world, sent.body.import_id ?? '')
    expect((await readBack(world, 'aminah', sent.body.import_id ?? '')).counts).toMatchObject({
      ...{ stored: 201, bad: 0, warned: 201 },
    })
  })

  test('is told of, too, where the rows of its documents stand anywhere', async () => {
    const numbers = many(201)
    const rows = [...numbers, ...numbers].map((number) => row(number, number === numbers[7] ? OLD : {}))
    const { body } = await upload(world, 'aminah', csvOf(rows))
    await work(world, body.import_id ?? '')
    expect((await readBack(world, 'aminah', body.import_id ?? '')).counts).toMatchObject({
      ...{ documents: 201, stored: 201, warned: 1 },
    })
    expect(await warningsOf(body.import_id ?? '')).toMatchObject([{ numbers: [numbers[7]] }])
  })

  test('of JSON is told of what it edits as of what is new', async () => {
    const [edited = '', other = '', ...numbers] = many(202)
    const made = await upload(world, 'aminah', JSON.stringify([jsonDocument(edited, OLD)]))
    expect(made.body.warnings).toHaveLength(1)
    const rejection = { status: 'Rejected', rejection_reason: 'Wrong buyer' }
    await decide(world, 'bakri', made.body.UUIDs[0] ?? '', rejection)
    const documents = [
      jsonDocument(edited, { ...OLD, uuid: made.body.UUIDs[0], document_remarks: 'Once more' }),
      jsonDocument(other, AHEAD),
      ...numbers.map((number) => jsonDocument(number)),
    ]
    for (const check_only of [true, false]) {
      const { body } = await upload(world, 'aminah', JSON.stringify(documents), { check_only })
      await work(world, body.import_id ?? '')
      const { counts } = await readBack(world, 'aminah', body.import_id ?? '')
      expect(counts).toMatchObject({ documents: 202, bad: 0, warned: 2, stored: check_only ? 0 : 202 })
      expect((await warningsOf(body.import_id ?? '')).flatMap((one) => one.numbers).toSorted()).toEqual(
        [edited, other].toSorted(),
      )
    }
  })
})
