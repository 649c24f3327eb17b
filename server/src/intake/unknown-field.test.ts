import { expect, test } from 'vitest'
import { line, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()

test.each<[Record<string, unknown>, string, string]>([
  [{ custmer_name: 'x' }, 'custmer_name', 'customer.name'],
  [{ tin_no: 'x' }, 'tin_no', 'customer.tin_no'],
  [{ invoiceDate: '2026-07-15' }, 'invoiceDate', 'invoice_date'],
  [{ customer: { adress1: 'x' } }, 'customer.adress1', 'customer.address1'],
  [{ items: [line(), line({ unitprice: '1' })] }, 'items.1.unitprice', 'items.1.unit_price'],
])('an unknown field is refused with the known one that is meant: %j', async (given, field, meant) => {
  expect(await submit(world, 'aminah', payload(given))).toMatchObject({
    status: 400,
    body: { [field]: [`Unknown field \`${field}\`; did you mean \`${meant}\`?`] },
  })
})

test('one that is near to none is refused as it is', async () => {
  expect(await submit(world, 'aminah', payload({ colour: 'red' }))).toMatchObject({
    status: 400,
    body: { colour: ['This field is not known.'] },
  })
})
