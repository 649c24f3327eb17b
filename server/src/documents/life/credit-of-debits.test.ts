import { expect, test } from 'vitest'
import { buildDocument, line, payload, submit } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'

/** A debit note may be credited by its own UUID, or as a part of its invoice: once. */
const world = await createWorld({ simulator: true })

type Told = { invoice_number: string; authority_uuid: string | null }

const worth = (amount: string) => line({ quantity: '1', unit_price: amount, tax_type: '06', tax_rate: '0' })

const note = (invoice_type: string, { invoice_number, authority_uuid }: Told, amount: string) => ({
  ...{ invoice_type, original_inv_number: invoice_number, original_inv_ref_number: authority_uuid },
  items: [worth(amount)],
})

const send = (type: string, of: Told, amount: string, given: object = {}) =>
  submit(world, 'aminah', payload({ ...note(type, of, amount), ...given }))

/** A valid invoice over MYR 1,000.00, and a valid debit note of it over 100.00. */
const charged = async (given: object = {}) => {
  const invoice = await buildDocument(world, { status: 'Validated', items: [worth('1000')] })
  const debit = await buildDocument(world, { status: 'Validated', ...note('03', invoice, '100'), ...given })
  return { invoice, debit }
}

const left = (amount: string, { invoice_number }: Told) => ({
  status: 400,
  body: {
    total_payable_amount: [
      `At most MYR ${amount} is left to credit of ${invoice_number}, other notes considered.`,
    ],
  },
})

test('with its invoice: nothing is left of it', async () => {
  const { invoice, debit } = await charged()
  expect((await send('02', invoice, '1050')).status).toBe(200)
  expect(await send('02', debit, '100')).toMatchObject(left('50.00', invoice))
  expect((await send('04', debit, '50')).status).toBe(200)
  expect(await send('02', invoice, '0.01')).toMatchObject(left('0.00', invoice))
})

test('by its own UUID: that much less is left of the invoice', async () => {
  const { invoice, debit } = await charged()
  expect((await send('02', debit, '100')).status).toBe(200)
  expect(await send('02', debit, '0.01')).toMatchObject(left('0.00', debit))
  expect(await send('02', invoice, '1100')).toMatchObject(left('1,000.00', invoice))
  expect((await send('02', invoice, '1000')).status).toBe(200)
})

test('both at once: one of them is stored', async () => {
  const { invoice, debit } = await charged()
  const both = await Promise.all([send('02', invoice, '1100'), send('04', debit, '100')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('in another currency: held to itself alone', async () => {
  const dollars = { invoice_currency: 'USD', currency_exchange_rate: '4.2' }
  const { invoice, debit } = await charged(dollars)
  expect((await send('02', invoice, '1000')).status).toBe(200)
  expect((await send('02', debit, '100', dollars)).status).toBe(200)
})
