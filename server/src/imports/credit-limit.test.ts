import { describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { imports } from '#contract/imports.ts'
import { mappings } from '#contract/shaping/mappings.ts'
import { buildDocument } from '../../test/build.ts'
import { csvOf, jsonDocument, row, upload } from '../../test/files.ts'
import { matched, readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'

const world = await createWorld({ simulator: true })

/** A credit note of 1 line. */
const noteOf = ({ invoice_number, authority_uuid }: Original, number: string, unit_price: string) =>
  row(number, {
    ...{ invoice_type: '02', quantity: '1', unit_price, tax_type: '06', tax_rate: '0' },
    original_inv_number: invoice_number,
    original_inv_ref_number: authority_uuid ?? '',
  })
type Original = { invoice_number: string; authority_uuid: string | null }

test('of the notes of one document an import stores what fits, and says what is left at the others', async () => {
  // MYR 137.50.
  const original = await buildDocument(world, { status: 'Validated' })
  const note = (number: string, unit_price: string) => noteOf(original, number, unit_price)
  const file = csvOf([note('CN-1', '100'), note('CN-2', '100'), note('CN-3', '37.50'), row('INV-1')])
  const { id } = await matched(world, 'aminah', file)
  await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
  expect(await readBack(world, 'aminah', id)).toMatchObject({ state: 'done' })
  const stored = await on(world.db)
    .selectFrom('documents')
    .where('source', '=', 'CSV')
    .select('invoice_number')
    .orderBy('invoice_number')
    .execute()
  expect(stored.map(({ invoice_number }) => invoice_number)).toEqual(['CN-1', 'CN-3', 'INV-1'])
})

test('a note that its original does not bear is bad before anything is stored', async () => {
  const original = await buildDocument(world, { status: 'Validated' })
  const cancelled = await buildDocument(world, { status: 'Validated' })
  // As if LHDN had told so.
  const status = 'User Cancelled'
  await on(world.db).updateTable('documents').set({ status }).where('id', '=', cancelled.id).execute()
  const notes = [
    noteOf(original, 'OVER-1', '1000'),
    noteOf(cancelled, 'OVER-2', '10'),
    noteOf(original, 'OVER-3', '100'),
  ]
  const { id, counts } = await matched(world, 'aminah', csvOf([...notes, row('OVER-4')]))
  expect(counts).toMatchObject({ good: 2, bad: 2, pending: 0 })
  const query = { show: 'bad' } as const
  const { body } = await world.as('aminah').call(importSteps.rows, { params: { id }, query })
  expect(body.results.map(({ invoice_number, faults }) => [invoice_number, faults[0]?.field])).toEqual([
    ['OVER-1', 'total_payable_amount'],
    ['OVER-2', 'original_inv_ref_number'],
  ])
  const price = Object.keys(notes[0] ?? {}).indexOf('unit_price')
  const cells = [{ row: 2, column: price, value: '137.50' }]
  const mended = await world.as('aminah').call(importSteps.correct, { params: { id }, body: { cells } })
  expect(mended.body.import.counts).toMatchObject({ good: 3, bad: 1 })
})

test('a large file that is only checked tells of notes that their originals do not bear', async () => {
  const original = await buildDocument(world, { status: 'Validated' })
  const rows = Array.from({ length: 201 }, (_, at) => row(`CHECK-${at}`))
  const file = csvOf([...rows, noteOf(original, 'CHECK-OVER', '1000')])
  const { body } = await upload(world, 'aminah', file, { check_only: true })
  await work(world, body.import_id ?? '')
  const { state, counts } = await readBack(world, 'aminah', body.import_id ?? '')
  expect({ state, counts }).toMatchObject({ state: 'done', counts: { good: 201, bad: 1 } })
})

test('notes of one document are stored from many batches that are written at the same time', async () => {
  const original = await buildDocument(world, { status: 'Validated' })
  const rows = Array.from({ length: 900 }, (_, at) =>
    at % 3 === 0 ? row(`BETWEEN-${at}`) : noteOf(original, `NOTE-${at}`, '0.10'),
  )
  const { body } = await upload(world, 'aminah', csvOf(rows))
  await work(world, body.import_id ?? '')
  const { state, counts } = await readBack(world, 'aminah', body.import_id ?? '')
  expect({ state, counts }).toMatchObject({ state: 'done', counts: { stored: 900, bad: 0 } })
})

test('notes of a document that comes with them are held to it, wherever they stand', async () => {
  // MYR 137.50 each; their UUIDs are not known yet.
  const na = (invoice_number: string) => ({ invoice_number, authority_uuid: 'NA' })
  const file = csvOf([
    noteOf(na('BOTH-1'), 'BOTH-OVER-1', '137.51'),
    row('BOTH-1'),
    row('BOTH-2'),
    noteOf(na('BOTH-2'), 'BOTH-OVER-2', '1000'),
    noteOf(na('BOTH-1'), 'BOTH-FITS', '37.50'),
  ])
  const { id, counts } = await matched(world, 'aminah', file)
  expect(counts).toMatchObject({ good: 3, bad: 2, pending: 0 })
  const query = { show: 'bad' } as const
  const { body } = await world.as('aminah').call(importSteps.rows, { params: { id }, query })
  expect(body.results.map(({ invoice_number, faults }) => [invoice_number, faults[0]?.message])).toEqual([
    ['BOTH-OVER-1', 'At most MYR 137.50 is left to credit of BOTH-1, other notes considered.'],
    ['BOTH-OVER-2', 'At most MYR 137.50 is left to credit of BOTH-2, other notes considered.'],
  ])
})

test('and are so as they are stored, whatever came first', async () => {
  const na = { invoice_number: 'STORED-1', authority_uuid: 'NA' }
  const notes = ['100', '100', '37.50'].map((price, at) => noteOf(na, `STORED-NOTE-${at}`, price))
  const { id } = await matched(world, 'aminah', csvOf([...notes, row('STORED-1')]))
  await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
  expect((await readBack(world, 'aminah', id)).counts).toMatchObject({ stored: 3, bad: 1 })
})

describe('a small file', () => {
  const na = (invoice_number: string) => ({ invoice_number, authority_uuid: 'NA' })
  const over = { 'row 2, total_payable_amount': expect.anything() }

  test.each([false, true])(
    'holds notes to originals that stand behind them, and its check: %j',
    async (check_only) => {
      const [original, ...notes] = ['SMALL-1', 'SMALL-OVER', 'SMALL-FITS'].map(
        (name) => `${name}-${check_only}`,
      )
      const [beyond = '', fits = ''] = notes
      const file = csvOf([
        noteOf(na(original ?? ''), beyond, '1000'),
        noteOf(na(original ?? ''), fits, '37.50'),
        row(original ?? ''),
      ])
      const { body } = await upload(world, 'aminah', file, { check_only })
      expect(body).toMatchObject({
        ...{ status: 'Partial Success', Invoice_Numbers: [fits, original] },
        errors: [{ invoice_number: beyond, errors: [{ details: over }] }],
      })
    },
  )

  test('does so with notes that a mapping makes them', async () => {
    const body = {
      mapping_type: 'lookup',
      field: 'invoice_type',
      lookup_key: 'Nota',
      lookup_value: '02',
    } as const
    expect((await world.as('devi').call(mappings.create, { body })).status).toBe(201)
    const file = csvOf([
      { ...noteOf(na('MAPPED-1'), 'MAPPED-2', '1000'), invoice_type: 'Nota' },
      row('MAPPED-1'),
    ])
    const answer = await upload(world, 'aminah', file)
    expect(answer.body).toMatchObject({
      Invoice_Numbers: ['MAPPED-1'],
      errors: [{ invoice_number: 'MAPPED-2' }],
    })
  })

  test('takes the first of two documents of one number, also where that is a note', async () => {
    const note = { invoice_type: '02', original_inv_number: 'X', original_inv_ref_number: 'NA' }
    const documents = [jsonDocument('TWICE-1', note), jsonDocument('TWICE-1')]
    const content = new File([JSON.stringify(documents)], 'two.json')
    const { body } = await world.as('key').callWrongly(imports.file, { form: {}, upload: content })
    expect(body).toMatchObject({ status: 'Partial Success', Invoice_Numbers: ['TWICE-1'] })
    const [stored] = await on(world.db)
      .selectFrom('documents')
      .where('invoice_number', '=', 'TWICE-1')
      .select('invoice_type')
      .execute()
    expect(stored?.invoice_type).toBe('02')
  })
})
