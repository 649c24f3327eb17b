import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { imports } from '#contract/imports.ts'
import { buildDocument } from '../../test/build.ts'
import { csvOf, jsonDocument, row, upload } from '../../test/files.ts'
import { matched, readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const ZEROS = { field: 'classification', why: 'zeros put back that a spreadsheet drops' }
const TIN = { field: 'customer.tin_no', why: expect.any(String) }
const many = (prefix: string) => Array.from({ length: 201 }, (_, at) => `${prefix}-${at}`)

test('what a large file has written otherwise is told once for each column and reason', async () => {
  const given = { classification: '22', 'customer.tin_no': 'c25845632020' }
  const { body } = await upload(world, 'aminah', csvOf(many('OTHER').map((number) => row(number, given))))
  await work(world, body.import_id ?? '')
  const done = await readBack(world, 'aminah', body.import_id ?? '')
  expect(done).toMatchObject({ state: 'done', counts: { stored: 201 } })
  expect(done.changes).toEqual([ZEROS, TIN])
})

test('it is told before anything is stored, of documents that would be', async () => {
  const bad = row('STEP-1', { unit_price: 'twelve', 'customer.tin_no': 'c25845632020' })
  const { id, changes } = await matched(
    world,
    'aminah',
    csvOf([bad, row('STEP-2', { classification: '22' })]),
  )
  expect(changes).toEqual([ZEROS])
  await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
  expect((await readBack(world, 'aminah', id)).changes).toEqual([ZEROS])
})

test('so it is of what a file edits, and of a large file of JSON', async () => {
  const { invoice_number } = await buildDocument(world, { status: 'Approval Rejected' })
  const edit = row(invoice_number, { classification: '22' })
  const { body } = await upload(
    world,
    'aminah',
    csvOf([edit, ...many('BESIDE').map((number) => row(number))]),
  )
  await work(world, body.import_id ?? '')
  const edited = await readBack(world, 'aminah', body.import_id ?? '')
  expect([edited.counts.stored, edited.changes]).toEqual([202, [ZEROS]])

  const { customer } = jsonDocument('')
  const documents = many('JSON').map((number) =>
    jsonDocument(number, { customer: { ...customer, tin_no: 'c25845632020' } }),
  )
  const content = new File([JSON.stringify(documents)], 'month.json')
  const sent = await world.as('key').callWrongly(imports.file, { form: {}, upload: content })
  await work(world, sent.body.import_id ?? '')
  expect((await readBack(world, 'key', sent.body.import_id ?? '')).changes).toEqual([TIN])
})

test('so are rates that are left over, be it a small file or one that is gone through in steps', async () => {
  const left = { tax_type: '06', tax_rate: '8', invoice_currency: 'MYR', currency_exchange_rate: '4.2' }
  const small = await upload(world, 'aminah', csvOf([row('LEFT-1', left), row('LEFT-1', left)]))
  expect(small.body.changes).toMatchObject([
    { field: 'currency_exchange_rate', from: '4.2', to: '1' },
    { field: 'items.tax_rate', from: '8', to: '0' },
  ])
  const { changes } = await matched(world, 'aminah', csvOf([row('LEFT-2', left), row('LEFT-2', left)]))
  expect(changes).toEqual([
    { field: 'currency_exchange_rate', why: 'ringgit has the rate 1' },
    { field: 'tax_rate', why: 'no tax applies (06)' },
  ])
})
