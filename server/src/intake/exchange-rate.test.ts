import { expect, test } from 'vitest'
import { intake } from '#contract/intake.ts'
import { buildDocument, documentOf, payload, submit } from '../../test/build.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const preview = (document: unknown) => world.as('aminah').callWrongly(intake.preview, { body: document })

const missing = [{}, { currency_exchange_rate: '' }, { currency_exchange_rate: null }]
const REFUSED = { status: 400, body: { currency_exchange_rate: [expect.stringContaining('4.2150')] } }

test.each(missing)('a foreign currency without its rate is refused: %j', async (rate) => {
  const before = await storedIn(world)
  expect(await submit(world, 'aminah', payload({ invoice_currency: 'USD', ...rate }))).toMatchObject(REFUSED)
  expect(await storedIn(world)).toEqual(before)
})

test.each(missing)('so it is in an edit: %j', async (rate) => {
  const before = await buildDocument(world, { status: 'Approval Rejected' })
  const edit = payload({ uuid: before.id, invoice_currency: 'USD', ...rate })
  expect(await submit(world, 'aminah', edit)).toMatchObject(REFUSED)
  expect(await documentOf(world, before.id)).toEqual(before)
})

test.each(missing)('and a preview that would print ringgit which nobody stated: %j', async (rate) => {
  expect(await preview(payload({ invoice_currency: 'USD', ...rate }))).toMatchObject(REFUSED)
})

test('a stated rate is taken, also one that is 1; ringgit needs none', async () => {
  for (const [currency, rate, stored] of [
    ['USD', '4.2150', '4.215'],
    ['BND', '1.00', '1'],
    ['MYR', '', '1'],
    ['MYR', '4.2', '1'],
  ]) {
    const given = payload({ invoice_currency: currency, currency_exchange_rate: rate })
    expect((await buildDocument(world, given)).content.currency_exchange_rate).toBe(stored)
    expect(await preview(given)).toMatchObject({ status: 200 })
  }
})

test('a rate without a currency is asked for it: dollars would be stored as ringgit', async () => {
  const before = await storedIn(world)
  const unnamed = { invoice_currency: undefined, currency_exchange_rate: '4.2150' }
  const asked = ['An exchange rate is stated, but no currency. Please enter it.']
  expect(await submit(world, 'aminah', payload(unnamed))).toMatchObject({
    ...{ status: 400, body: { invoice_currency: asked } },
  })
  const file = csvOf([row('UNNAMED-1', { currency_exchange_rate: '4.2150' })])
  expect(await upload(world, 'aminah', file)).toMatchObject({
    ...{ status: 400, body: { 'row 2, invoice_currency': asked } },
  })
  expect(await storedIn(world)).toEqual(before)
})

test.each(['', '0', '1', '1.00'])('a rate of %j asks for no currency', async (currency_exchange_rate) => {
  const { body } = await submit(world, 'aminah', payload({ invoice_currency: '', currency_exchange_rate }))
  expect([body.status, body.changes]).toEqual(['Success', undefined])
})

test('that ringgit is taken at 1 is told where another rate is stated', async () => {
  const changesOf = async (currency_exchange_rate: string) =>
    (await submit(world, 'aminah', payload({ currency_exchange_rate }))).body.changes
  expect(await changesOf('4.2')).toMatchObject([
    { field: 'currency_exchange_rate', from: '4.2', to: '1', why: 'ringgit has the rate 1' },
  ])
  expect(await changesOf('1.00')).toBeUndefined()
})
