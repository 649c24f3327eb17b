import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { enrichment } from '#contract/shaping/enrichment.ts'
import { mappings } from '#contract/shaping/mappings.ts'
import { documentOf } from '../../test/build.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { matched } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const IN_RINGGIT = { unit_price: 'RM 12.50' }

const stored = async (number: string) => {
  const { status, body, text } = await upload(world, 'aminah', csvOf([row(number, IN_RINGGIT)]))
  expect(status, text).toBe(200)
  const { content } = await documentOf(world, body.UUIDs[0] ?? '')
  return { currency: content.invoice_currency, changes: body.changes }
}

test('a column that says RM is told and repaired, whatever stands beside amounts', async () => {
  const { id } = await matched(
    world,
    'aminah',
    csvOf([row('CUR-3', { ...IN_RINGGIT, invoice_currency: 'RM' })]),
  )
  const { body } = await world.as('aminah').call(importSteps.problems, { params: { id } })
  // Of its exchange rate something is told too, for as long as it is no ringgit.
  const told = body.results.map(({ field, fixes }) => [field, fixes.map(({ kind }) => kind)])
  expect(told).toContainEqual(['invoice_currency', ['code_of_name']])
  expect(told.map(([field]) => field)).not.toContain('unit_price')
})

test('a currency beside the amounts is no empty field that a default or a hardcode fills', async () => {
  const body = { field_name: 'invoice_currency', default_value: 'USD' }
  expect((await world.as('devi').call(enrichment.create, { body })).status).toBe(201)
  expect(await stored('CUR-1')).toEqual({ currency: 'MYR', changes: undefined })
})

test('a hardcode that overwrites wins, and is told', async () => {
  const hardcode = { mapping_type: 'hardcode', field: 'invoice_currency', hardcode_value: 'USD' } as const
  const made = await world.as('devi').callWrongly(mappings.create, { body: { ...hardcode, overwrite: true } })
  expect(made.status).toBe(201)
  const rate = { ...IN_RINGGIT, currency_exchange_rate: '4.215' }
  const { body } = await upload(world, 'aminah', csvOf([row('CUR-2', rate)]))
  expect(body.changes).toMatchObject([{ field: 'invoice_currency', from: 'MYR', to: 'USD' }])
})
