import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { imports } from '#contract/imports.ts'
import { jsonDocument } from '../../test/files.ts'
import { readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'
import { runImport } from './running/run.job.ts'

const world = await createWorld()
let count = 0
const fresh = () => `JSON-${++count}`
const many = (length: number) => Array.from({ length }, fresh)

const send = (value: unknown, form: Record<string, string> = {}) =>
  world.as('key').callWrongly(imports.file, {
    form: { approval: 'true', ...form },
    upload: new File([typeof value === 'string' ? value : JSON.stringify(value)], 'month.json'),
  })

const sent = async (value: unknown, form: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await send(value, form)
  expect([status, body.status]).toEqual([202, 'Accepted'])
  return body.import_id ?? ''
}

const numbersStored = async (numbers: readonly string[]) => {
  const found = await on(world.db)
    .selectFrom('documents')
    .where('invoice_number', 'in', numbers)
    .select('invoice_number')
    .orderBy('invoice_number')
    .execute()
  return found.map(({ invoice_number }) => invoice_number)
}

const errorsOf = async (id: string) => {
  const { text, headers } = await world.as('key').call(importSteps.errors, { params: { id } })
  return { name: String(headers['content-disposition']), documents: JSON.parse(text) }
}

const wrongPrice = (number: string) =>
  jsonDocument(number, {
    items: [{ classification: '022', item_description: 'Pen', quantity: '1', unit_price: 'twelve' }],
  })

describe('a JSON file of more than 200 documents', () => {
  test('is answered with its import, which stores the good ones and gives back the bad ones', async () => {
    const numbers = many(210)
    const [one = '', other = '', ...good] = numbers
    const documents = [wrongPrice(one), wrongPrice(other), ...good.map((number) => jsonDocument(number))]
    const id = await sent([{ invoices_data: documents }])
    await work(world, id)
    expect(await readBack(world, 'key', id)).toMatchObject({
      ...{ state: 'done', rows_in_file: 210, undo: null },
      counts: { rows: 210, documents: 210, stored: 208, bad: 2, rows_bad: 2, pending: 0 },
    })
    expect(await numbersStored(numbers)).toEqual(good.toSorted())
    const { body: problems } = await world.as('key').call(importSteps.problems, { params: { id } })
    expect(problems.results).toMatchObject([{ field: 'items.unit_price', rows: 2, documents: 2, fixes: [] }])
    const query = { show: 'bad' } as const
    const { body: rows } = await world.as('key').call(importSteps.rows, { params: { id }, query })
    expect(rows.results).toMatchObject([
      { row: 1, invoice_number: one, cells: [one], faults: [{ field: 'items.0.unit_price', column: null }] },
      { row: 2, invoice_number: other },
    ])
    const errors = await errorsOf(id)
    expect(errors.name).toContain('errors_month.json')
    expect(errors.documents).toEqual(
      [one, other].map((number) => ({
        ...wrongPrice(number),
        error: expect.stringContaining('items.0.unit_price: '),
      })),
    )
    const corrected = errors.documents.map((document: object) => ({
      ...document,
      items: jsonDocument('').items,
    }))
    const { body } = await send(corrected)
    expect(body).toMatchObject({ status: 'Success', Invoice_Numbers: [one, other] })
  })

  test('is the same import when it comes again, and doubles nothing that was stored before', async () => {
    const numbers = many(201)
    const documents = numbers.map((number) => jsonDocument(number))
    const { body: first } = await send(documents.slice(0, 5))
    expect(first.Invoice_Numbers).toHaveLength(5)
    const id = await sent(documents)
    expect(await sent(documents)).toBe(id)
    await work(world, id)
    expect(await readBack(world, 'key', id)).toMatchObject({
      state: 'done',
      counts: { stored: 196, already: 5, bad: 0 },
    })
    expect(await numbersStored(numbers)).toHaveLength(201)
  })

  test('is stored by none of it where it is only checked', async () => {
    const numbers = many(201)
    const id = await sent(
      numbers.map((number) => jsonDocument(number)),
      { check_only: 'true' },
    )
    await work(world, id)
    expect(await readBack(world, 'key', id)).toMatchObject({
      state: 'done',
      counts: { good: 201, stored: 0 },
    })
    expect(await numbersStored(numbers)).toEqual([])
  })

  test('goes on after each run, document by document once, and ends when it is cancelled', async () => {
    const numbers = many(210)
    const id = await sent(numbers.map((number) => jsonDocument(number)))
    const { db, files, clock, log } = world
    const run = () => runImport({ db, files, clock, log }, { import_id: id }, { run_ms_max: 0 })
    while ((await readBack(world, 'key', id)).counts.stored === 0) await run()
    const { stored } = (await readBack(world, 'key', id)).counts
    expect(stored).toBeLessThan(210)
    await world.as('key').call(importSteps.cancel, { params: { id }, body: {} })
    await run()
    expect(await numbersStored(numbers)).toHaveLength(stored)
    // It once more is a new import, which finds what is stored.
    const again = await sent(numbers.map((number) => jsonDocument(number)))
    for (let runs = 0; (await readBack(world, 'key', again)).state !== 'done' && runs < 50; runs++) {
      await runImport({ db, files, clock, log }, { import_id: again }, { run_ms_max: 0 })
    }
    expect((await readBack(world, 'key', again)).counts).toMatchObject({
      stored: 210 - stored,
      already: stored,
    })
    expect(await numbersStored(numbers)).toHaveLength(210)
  })

  test('whose documents are odd is told of each by its place', async () => {
    const [twice = '', ...numbers] = many(201)
    const odd = [
      jsonDocument(twice),
      jsonDocument(twice),
      jsonDocument(''),
      jsonDocument('', { invoice_number: 100123 }),
      5,
      jsonDocument('x'.repeat(5_000)),
      jsonDocument('N\0'),
      // An edit of what is not there makes nothing.
      jsonDocument(fresh(), { uuid: '0190b0b0-0000-7000-8000-000000000000' }),
      jsonDocument(fresh(), { colour: 'red' }),
      jsonDocument(fresh(), { 'a\0': 1, '\ud800': 1, [`${'k'.repeat(300)}\0`]: 1 }),
    ]
    const id = await sent([...odd, ...numbers.map((number) => jsonDocument(number))])
    await work(world, id)
    expect(await readBack(world, 'key', id)).toMatchObject({
      state: 'done',
      counts: { rows: 210, documents: 209, stored: 200, bad: 9 },
    })
    const errors = await errorsOf(id)
    expect(
      errors.documents.map((one: { error?: string } | number) => one === 5 || Object(one).error),
    ).toEqual([
      '',
      'invoice_number: This number stands twice in the file.',
      'invoice_number: Uploads bring their own numbers.',
      'invoice_number: Send the number as a text, in quotation marks.',
      true,
      expect.stringContaining('invoice_number: '),
      expect.stringContaining('U+0000'),
      expect.stringContaining('There is no such document'),
      expect.stringContaining('colour'),
      expect.stringContaining('a\ufffd: '),
    ])
    expect(await numbersStored([twice])).toEqual([])
  })

  test('is not mended here', async () => {
    const id = await sent(many(201).map(wrongPrice))
    await work(world, id)
    const cells = [{ row: 1, column: 0, value: 'x' }]
    const { status, body } = await world
      .as('key')
      .callWrongly(importSteps.correct, { params: { id }, body: { cells } })
    expect([status, body]).toMatchObject([409, { detail: expect.stringContaining('file of errors') }])
  })
})

test('documents as long as may be are judged a few at a time', async () => {
  const remarks = 'x'.repeat(900_000)
  const numbers = many(6)
  const id = await sent(numbers.map((number) => jsonDocument(number, { document_remarks: remarks })))
  await work(world, id)
  expect(await readBack(world, 'key', id)).toMatchObject({ state: 'done', counts: { bad: 6, stored: 0 } })
  const { rows } = await sql<{ chars: number }>`
    SELECT min(chars) AS chars FROM import_documents WHERE import_id = ${id}`.execute(world.db)
  expect(rows[0]?.chars).toBeGreaterThan(900_000)
})
