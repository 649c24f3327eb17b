import { expect, test } from 'vitest'
import { mappings } from '#contract/shaping/mappings.ts'
import { documentOf } from '../../test/build.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { matched, readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'

const world = await createWorld()
const taxOf = (content: { items: { tax_type: string }[] }) => content.items.map(({ tax_type }) => tax_type)

test('a look-up of a short code sees what stands in the cell, however large the file', async () => {
  const codes = {
    mapping_type: 'lookup',
    field: 'items.tax_type',
    lookup_key: '1',
    lookup_value: '02',
  } as const
  expect((await world.as('devi').callWrongly(mappings.create, { body: codes })).status).toBe(201)
  const { status, body, text } = await upload(world, 'aminah', csvOf([row('CODE-1', { tax_type: '1' })]))
  expect(status, text).toBe(200)
  expect(taxOf((await documentOf(world, body.UUIDs[0] ?? '')).content)).toEqual(['02'])
  expect(body.changes).toMatchObject([
    { field: 'items.0.tax_type', from: '1', to: '02', why: 'data mapping' },
  ])

  const numbers = Array.from({ length: 201 }, (_, at) => `CODES-${at}`)
  const { body: later } = await upload(
    world,
    'aminah',
    csvOf(numbers.map((number) => row(number, { tax_type: '1' }))),
  )
  await work(world, later.import_id ?? '')
  expect((await readBack(world, 'aminah', later.import_id ?? '')).counts).toMatchObject({ stored: 201 })
  const stored = await on(world.db)
    .selectFrom('documents')
    .where('invoice_number', 'in', numbers)
    .select('content')
    .execute()
  expect(new Set(stored.flatMap(({ content }) => taxOf(content)))).toEqual(new Set(['02']))
})

test('what a file leaves empty in a column of its own is asked for, and mended', async () => {
  const { counts } = await matched(
    world,
    'aminah',
    csvOf([row('EMPTY-1', { quantity: '' }), row('EMPTY-2', { invoice_date: '' }), row('EMPTY-3')]),
  )
  expect(counts).toMatchObject({ good: 1, bad: 2 })
  const { quantity: _, invoice_date: __, ...without } = row('EMPTY-4')
  const { body } = await upload(world, 'aminah', csvOf([without]))
  expect((await documentOf(world, body.UUIDs[0] ?? '')).content.items).toMatchObject([{ quantity: '1' }])
})
