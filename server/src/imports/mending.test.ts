import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row } from '../../test/files.ts'
import { matched, readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'

const world = await createWorld()
const aminah = world.as('aminah')
let count = 0
const fresh = () => `MEND-${++count}`

/** The place of a heading in every file of these tests. */
const HEADINGS = Object.keys(row('X'))
const at = (heading: string) => HEADINGS.indexOf(heading)

const rowsOf = async (id: string, query: { show?: 'all' | 'good' | 'bad'; problem?: string } = {}) =>
  (await aminah.call(importSteps.rows, { params: { id }, query })).body.results
const problemsOf = async (id: string) =>
  (await aminah.call(importSteps.problems, { params: { id } })).body.results
const correct = (id: string, cells: { row: number; column: number; value: string }[]) =>
  aminah.call(importSteps.correct, { params: { id }, body: { cells } })
const drop = (id: string, body: { documents?: number[]; problem?: string; dropped: boolean }) =>
  aminah.call(importSteps.drop, { params: { id }, body })
const store = async (id: string) => {
  const begun = await aminah.call(importSteps.store, { params: { id }, body: {} })
  if (begun.status === 200) await work(world, id)
  return begun
}
const stored = async (number: string) =>
  on(world.db).selectFrom('documents').where('invoice_number', '=', number).select('content').execute()

describe('what is wrong with a file', () => {
  test('of semicolons is told of a comma that may be that of a decimal, however late it is read', async () => {
    const file = csvOf([row(fresh(), { unit_price: '1,250' }), row(fresh())], { delimiter: ';' })
    const { id, counts } = await matched(world, 'aminah', file)
    expect(counts).toMatchObject({ good: 1, bad: 1 })
    const [problem] = await problemsOf(id)
    expect(problem).toMatchObject({
      message: expect.stringMatching(/^… can be read in two ways: /),
      fixes: [{ kind: 'decimal_comma' }, { kind: 'comma_out' }],
    })
    const { text } = await aminah.call(importSteps.errors, { params: { id } })
    const again = await matched(world, 'aminah', text)
    expect(again.counts, 'its file of errors has semicolons too').toMatchObject({ good: 0, bad: 1 })
    const written = await correct(id, [{ row: 2, column: at('unit_price'), value: '2,500' }])
    expect(written.body.import.counts).toMatchObject({ good: 1, bad: 1 })
    const body = { problem: problem?.key ?? '', kind: 'comma_out' }
    const fixed = await aminah.call(importSteps.fix, { params: { id }, body })
    expect(fixed.body.counts).toMatchObject({ good: 2, bad: 0 })
    expect((await rowsOf(id))[0]?.cells[at('unit_price')]).toBe('2500')
  })

  test('of semicolons is told of a point that may be that of thousands, and keeps what was meant', async () => {
    const rows = ['1.250', '2.055'].map((quantity) => row(fresh(), { quantity }))
    const { id, counts } = await matched(world, 'aminah', csvOf(rows, { delimiter: ';' }))
    expect(counts).toMatchObject({ good: 0, bad: 2 })
    const [problem] = await problemsOf(id)
    expect(problem?.fixes.map(({ kind }) => kind)).toEqual(['point_out', 'point_kept'])
    const thousands = await correct(id, [{ row: 2, column: at('quantity'), value: '1250' }])
    expect(thousands.body.import.counts).toMatchObject({ good: 1, bad: 1 })
    const body = { problem: problem?.key ?? '', kind: 'point_kept' }
    expect((await aminah.call(importSteps.fix, { params: { id }, body })).body.counts).toMatchObject({
      good: 2,
    })
    await store(id)
    const [whole] = await stored(rows[0]?.invoice_number ?? '')
    const [parts] = await stored(rows[1]?.invoice_number ?? '')
    expect([whole, parts].map((one) => one?.content.items[0]?.quantity)).toEqual(['1250', '2.055'])
  })

  test('is told once for each fault, with examples, rows, and how it can be repaired', async () => {
    const numbers = [fresh(), fresh(), fresh(), fresh()]
    const prices = ['twelve', '12,50', '13,50', '12.50']
    const file = csvOf(numbers.map((number, i) => row(number, { unit_price: prices[i] ?? '' })))
    const { id, counts } = await matched(world, 'aminah', file)
    expect(counts).toMatchObject({ rows: 4, rows_bad: 3, documents: 4, good: 1, bad: 3, pending: 0 })
    const [problem, ...others] = await problemsOf(id)
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      ...{ field: 'unit_price', rows: 3, documents: 3 },
      message: expect.stringMatching(/^… is no number that can be read\./),
      examples: [2, 3, 4].map((at, i) => ({ row: at, value: prices[i] })),
      fixes: [{ kind: expect.any(String), label: expect.any(String) }],
    })
    const bad = await rowsOf(id, { show: 'bad' })
    expect(bad.map((one) => [one.row, one.invoice_number, one.document_state])).toEqual(
      [2, 3, 4].map((line, i) => [line, numbers[i], 'bad']),
    )
    expect(bad[0]?.faults).toEqual([
      {
        ...{ field: 'unit_price', column: at('unit_price'), problem: problem?.key },
        message: 'twelve is no number that can be read. Write it as 1234.50.',
      },
    ])
    expect(await rowsOf(id, { problem: problem?.key ?? '' })).toEqual(bad)
    expect((await rowsOf(id, { show: 'good' })).map((one) => one.row)).toEqual([5])
  })

  test('leaves no row of its document among the good ones, also where that is left out', async () => {
    const [good, bad] = [fresh(), fresh()]
    const file = csvOf([row(good), row(bad), row(bad, { unit_price: 'twelve' })])
    const { id } = await matched(world, 'aminah', file)
    const goodRows = async () => (await rowsOf(id, { show: 'good' })).map((one) => one.row)
    expect(await goodRows()).toEqual([2])
    await drop(id, { documents: [3], dropped: true })
    expect(await goodRows()).toEqual([2])
  })

  test('is read on row by row, each once', async () => {
    const numbers = Array.from({ length: 7 }, fresh)
    const { id } = await matched(world, 'aminah', csvOf(numbers.map((number) => row(number))))
    const seen: number[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const query = { page_size: 3, ...(after && { after }) }
      const { body } = await aminah.call(importSteps.rows, { params: { id }, query })
      seen.push(...body.results.map((one) => one.row))
      after = body.next
    }
    expect(seen).toEqual([2, 3, 4, 5, 6, 7, 8])
  })
})

describe('a correction', () => {
  test('is judged at once, kept beside what the file says, and taken back by undo', async () => {
    const [number, other] = [fresh(), fresh()]
    const { id } = await matched(world, 'aminah', csvOf([row(number, { unit_price: 'x' }), row(other)]))
    const cell = { row: 2, column: at('unit_price') }
    const { body } = await correct(id, [{ ...cell, value: '7.50' }])
    expect(body.import).toMatchObject({
      counts: { good: 2, bad: 0, rows_bad: 0, pending: 0 },
      undo: { label: 'Correction of unit_price', cells: 1 },
    })
    expect(body.rows).toMatchObject([{ row: 2, document_state: 'good', edited: [cell.column], faults: [] }])
    const wrong = await correct(id, [{ ...cell, value: 'y' }])
    expect(wrong.body.rows).toMatchObject([{ document_state: 'bad', faults: [{ column: cell.column }] }])
    const undo = async (change: string) =>
      aminah.call(importSteps.undo, { params: { id }, body: { id: change } })
    const once = await undo(wrong.body.import.undo?.id ?? '')
    expect(once.body.counts).toMatchObject({ good: 2, bad: 0 })
    expect((await undo(wrong.body.import.undo?.id ?? '')).status).toBe(409)
    const twice = await undo(once.body.undo?.id ?? '')
    expect(twice.body).toMatchObject({ counts: { good: 1, bad: 1, rows_bad: 1 }, undo: null })
    expect(await rowsOf(id, { show: 'bad' })).toMatchObject([{ row: 2, edited: [] }])
  })

  test('of a number brings the row to the document of that number, or makes one', async () => {
    const [number, wrong, third] = [fresh(), fresh(), fresh()]
    const { id } = await matched(world, 'aminah', csvOf([row(number), row(wrong), row(wrong)]))
    const { body } = await correct(id, [{ row: 3, column: at('invoice_number'), value: number }])
    expect(body.import.counts).toMatchObject({ documents: 2, good: 2, bad: 0 })
    expect(body.rows.map((one) => [one.row, one.invoice_number])).toEqual(
      expect.arrayContaining([
        [2, number],
        [3, number],
        [4, wrong],
      ]),
    )
    const alone = await correct(id, [{ row: 2, column: at('invoice_number'), value: third }])
    expect(alone.body.import.counts).toMatchObject({ documents: 3, good: 3, rows: 3 })
    await store(id)
    for (const each of [number, wrong, third]) {
      const [document] = await stored(each)
      expect(document?.content.items).toHaveLength(1)
    }
  })

  test('to a number that no index could hold is a fault like others', async () => {
    const { id } = await matched(world, 'aminah', csvOf([row(fresh())]))
    const value = randomBytes(4_000).toString('hex')
    const { status, body } = await correct(id, [{ row: 2, column: at('invoice_number'), value }])
    expect([status, body.import.counts]).toMatchObject([200, { documents: 1, bad: 1 }])
  })

  test('gives a row its number, which frees the document above it', async () => {
    const [above, given] = [fresh(), fresh()]
    const { id, counts } = await matched(world, 'aminah', csvOf([row(above), row(''), row(fresh())]))
    expect(counts).toMatchObject({ documents: 3, bad: 2, good: 1 })
    const { body } = await correct(id, [{ row: 3, column: at('invoice_number'), value: given }])
    expect(body.import.counts).toMatchObject({ documents: 3, bad: 0, good: 3, rows_bad: 0 })
  })

  test('of what is not there is refused by name', async () => {
    const { id } = await matched(world, 'aminah', csvOf([row(fresh())]))
    const { status, body } = await correct(id, [
      { row: 99, column: 0, value: '' },
      { row: 2, column: 150, value: '' },
    ])
    expect([status, Object.keys(body)]).toEqual([
      400,
      expect.arrayContaining(['cells.0.row', 'cells.1.column']),
    ])
  })
})

describe('a repair of all cells with a fault', () => {
  test('makes their documents good, and is undone as one', async () => {
    const wrong = Array.from({ length: 260 }, fresh)
    const file = csvOf(wrong.map((number) => row(number, { unit_price: '12,50' })))
    const { id } = await matched(world, 'aminah', file)
    const [problem] = await problemsOf(id)
    const body = { problem: problem?.key ?? '', kind: problem?.fixes[0]?.kind ?? '' }
    expect((await aminah.call(importSteps.fix, { params: { id }, body })).body.state).toBe('checking')
    await work(world, id)
    const fixed = await readBack(world, 'aminah', id)
    expect(fixed).toMatchObject({ state: 'checked', counts: { good: 260, bad: 0 }, undo: { cells: 260 } })
    expect((await rowsOf(id))[0]?.cells[at('unit_price')]).toBe('12.50')
    const undo = { params: { id }, body: { id: fixed.undo?.id ?? '' } }
    await aminah.call(importSteps.undo, undo)
    await work(world, id)
    expect((await readBack(world, 'aminah', id)).counts).toMatchObject({ good: 0, bad: 260, rows_bad: 260 })
    const useless = { ...body, kind: 'nonsense' }
    expect((await aminah.call(importSteps.fix, { params: { id }, body: useless })).status).toBe(400)
  })
})

describe('documents that are left out', () => {
  test('are not stored, and may be taken in again', async () => {
    const [first, second, bad] = [fresh(), fresh(), fresh()]
    const { id } = await matched(
      world,
      'aminah',
      csvOf([row(first), row(second), row(bad, { quantity: 'x' })]),
    )
    expect((await drop(id, { documents: [2, 3], dropped: true })).body.counts).toMatchObject({
      ...{ dropped: 2, good: 0, bad: 1 },
    })
    const back = await drop(id, { documents: [3], dropped: false })
    expect(back.body.counts).toMatchObject({ dropped: 1, good: 1, bad: 1 })
    const [problem] = await problemsOf(id)
    const all = await drop(id, { problem: problem?.key ?? '', dropped: true })
    expect(all.body.counts).toMatchObject({ dropped: 2, good: 1, bad: 0, rows_bad: 0 })
    await store(id)
    expect([await stored(first), await stored(second)].map(({ length }) => length)).toEqual([0, 1])
  })

  test('may be a row without a number, which frees the document above it', async () => {
    const above = fresh()
    const { id } = await matched(world, 'aminah', csvOf([row(above), row('')]))
    const { body } = await drop(id, { documents: [3], dropped: true })
    expect(body.counts).toMatchObject({ dropped: 1, good: 1, bad: 0, rows_bad: 0 })
  })
})

describe('storing', () => {
  test('takes what is good, and what is mended later', async () => {
    const [good, bad] = [fresh(), fresh()]
    const { id } = await matched(world, 'aminah', csvOf([row(good), row(bad, { quantity: 'x' })]))
    await store(id)
    expect(await readBack(world, 'aminah', id)).toMatchObject({
      state: 'done',
      counts: { stored: 1, bad: 1 },
    })
    expect((await store(id)).body).toMatchObject({ code: 'nothing_to_store' })
    expect((await correct(id, [{ row: 2, column: at('quantity'), value: '2' }])).status).toBe(409)
    await correct(id, [{ row: 3, column: at('quantity'), value: '2' }])
    await store(id)
    expect(await readBack(world, 'aminah', id)).toMatchObject({
      state: 'done',
      counts: { stored: 2, bad: 0 },
    })
    expect(await stored(bad)).toHaveLength(1)
  })

  test('is refused of a file that is only checked', async () => {
    const { id } = await matched(world, 'aminah', csvOf([row(fresh())]), { check_only: 'true' })
    expect((await store(id)).body).toMatchObject({ code: 'check_only' })
  })

  test('ends where it is cancelled', async () => {
    const number = fresh()
    const { id } = await matched(world, 'aminah', csvOf([row(number)]))
    await aminah.call(importSteps.store, { params: { id }, body: {} })
    const cancelled = await aminah.call(importSteps.cancel, { params: { id }, body: {} })
    expect(cancelled.body.state).toBe('cancelled')
    await work(world, id)
    expect(await stored(number)).toEqual([])
    expect((await aminah.call(importSteps.cancel, { params: { id }, body: {} })).status).toBe(409)
  })
})

describe('the error file', () => {
  test('holds the rows of bad documents as they are now, and uploads again', async () => {
    const [good, bad] = [fresh(), fresh()]
    const rows = [row(good), row(bad, { quantity: 'x' }), row(bad, { unit_price: '=1+1' })]
    const { id } = await matched(world, 'aminah', csvOf(rows))
    await correct(id, [{ row: 3, column: at('quantity'), value: '5' }])
    const { text, headers } = await aminah.call(importSteps.errors, { params: { id } })
    expect(headers['content-disposition']).toContain('errors_lines.csv')
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toMatch(/^\uFEFFinvoice_number,.*,row,error$/)
    expect(lines.map((line) => line.split(',')[0])).toEqual([bad, bad])
    expect(lines[1]).toContain('4,unit_price: =1+1 is no number')
    const again = await matched(world, 'aminah', text.replace("'=1+1", '12.50'))
    expect(again.counts).toMatchObject({ documents: 1, good: 1, bad: 0 })
  })

  test('holds what was left out, says so, and uploads again', async () => {
    const [good, left] = [fresh(), fresh()]
    const { id } = await matched(world, 'aminah', csvOf([row(good), row(left), row(left)]))
    await drop(id, { documents: [3], dropped: true })
    await store(id)
    const { text } = await aminah.call(importSteps.errors, { params: { id } })
    const [, ...lines] = text.trimEnd().split('\r\n')
    expect(lines.map((line) => [line.split(',')[0], line.split(',').at(-1)])).toEqual(
      [left, left].map((number) => [number, 'This document was left out.']),
    )
    expect((await matched(world, 'aminah', text)).counts).toMatchObject({ documents: 1, good: 1 })
  })
})

describe("somebody else's import", () => {
  test('is none, whatever is asked of it', async () => {
    const { id } = await matched(world, 'aminah', csvOf([row(fresh(), { quantity: 'x' })]))
    const bodies: Record<string, object> = {
      'imports.match': { columns: HEADINGS },
      'imports.correct': { cells: [{ row: 2, column: 0, value: 'Mine' }] },
      'imports.fix': { problem: 'x', kind: 'y' },
      'imports.undo': { id },
      'imports.drop': { documents: [2], dropped: true },
      'imports.store': {},
      'imports.cancel': {},
    }
    const own = Object.values(importSteps).filter(({ path }) => path.includes(':id'))
    expect(own.length).toBe(11)
    for (const who of ['ezra', 'devi', 'key'] as const) {
      for (const endpoint of own) {
        const { status } = await world
          .as(who)
          .callWrongly(endpoint, { params: { id }, body: bodies[endpoint.id] })
        expect([who, endpoint.id, status]).toEqual([who, endpoint.id, 404])
      }
    }
    const mine = await world.as('ezra').call(importSteps.list, { query: {} })
    expect(mine.body.count).toBe(0)
  })
})
