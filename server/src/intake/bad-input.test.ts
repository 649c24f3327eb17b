import { expect, test } from 'vitest'
import { intake } from '#contract/intake.ts'
import { LINES_MAX } from '#domain/checks/lines.ts'
import { line, payload, submit } from '../../test/build.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
await submit(world, 'aminah', payload({ invoice_number: 'TAKEN-1', source: 'ERP' }))
await submit(world, 'aminah', payload())

const items = (given: Record<string, unknown>) => ({ items: [line(), line(given)] })

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown field', payload({ discount: '5' }), 'discount'],
  ['an unknown field of a line', payload(items({ colour: 'red' })), 'items.1.colour'],
  ['an unknown field of the customer', payload({ customer: { nickname: 'SJ' } }), 'customer.nickname'],
  ['a text where lines belong', { ...payload(), items: 'none' }, 'items'],
  ['no customer', { ...payload(), customer: undefined }, 'customer'],
  ['a list where a text belongs', payload({ invoice_currency: ['MYR'] }), 'invoice_currency'],
  ['a text where yes or no belongs', payload({ selfbilling: 'yes' }), 'selfbilling'],
  ['a number where a text belongs', payload({ sender_store_code: 7 }), 'sender_store_code'],
  ['an id that is none', payload({ uuid: '1; drop table documents' }), 'uuid'],
  ['a negative quantity', payload(items({ quantity: '-1' })), 'items.1.quantity'],
  ['a quantity of nothing', payload(items({ quantity: 0 })), 'items.1.quantity'],
  ['a negative price', payload(items({ unit_price: '-12.50' })), 'items.1.unit_price'],
  ['no price', payload(items({ unit_price: undefined })), 'items.1.unit_price'],
  ['an empty price', payload(items({ unit_price: ' ' })), 'items.1.unit_price'],
  ['a price in letters', payload(items({ unit_price: 'twelve' })), 'items.1.unit_price'],
  ['a price with an exponent', payload(items({ unit_price: '1e5' })), 'items.1.unit_price'],
  ['a price beyond all numbers', payload(items({ unit_price: 1e30 })), 'items.1.unit_price'],
  ['a price with nine decimals', payload(items({ unit_price: '0.123456789' })), 'items.1.unit_price'],
  [
    'more than the authority can take',
    payload(items({ unit_price: '99999999999999' })),
    'total_payable_amount',
  ],
  ['a discount above the line', payload(items({ discount_amount: '125.01' })), 'items.1.discount_amount'],
  ['a negative discount', payload(items({ discount_amount: '-1' })), 'items.1.discount_amount'],
  ['a tax of 101 per cent', payload(items({ tax_rate: '101' })), 'items.1.tax_rate'],
  ['a prepayment above the total', payload({ prepayment_amount: '137.51' }), 'prepayment_amount'],
  ['a rounding of a ringgit', payload({ rounding_amount: '1.00' }), 'rounding_amount'],
  ['a currency nobody has', payload({ invoice_currency: 'ZZZ' }), 'invoice_currency'],
  [
    'no exchange rate',
    payload({ invoice_currency: 'USD', currency_exchange_rate: '0' }),
    'currency_exchange_rate',
  ],
  ['a type nobody has', payload({ invoice_type: '99' }), 'invoice_type'],
  ['a date that is none', payload({ invoice_date: '2026-02-30' }), 'invoice_date'],
  ['a time that is none', payload({ invoice_time: '25:00:00' }), 'invoice_time'],
  ['a TIN that is none', payload({ customer: { tin_no: '12345' } }), 'customer.tin_no'],
  ['no buyer’s name', payload({ customer: { name: '   ' } }), 'customer.name'],
  ['a name too long', payload({ customer: { name: 'x'.repeat(301) } }), 'customer.name'],
  ['a control character', payload({ document_remarks: 'a\u0001b' }), 'document_remarks'],
  ['half a surrogate pair', payload({ document_remarks: 'a\ud800b' }), 'document_remarks'],
  ['no lines', payload({ items: [] }), 'items'],
  ['more lines than fit', payload({ items: Array.from({ length: LINES_MAX + 1 }, () => line()) }), 'items'],
  ['a missing store code', payload({ sender_store_code: '' }), 'sender_store_code'],
])('%s is refused by the field’s name and stores nothing', async (_, document, field) => {
  const before = await storedIn(world)
  const answer = await submit(world, 'aminah', document)
  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_fields',
      status: 'Error',
      [field]: [expect.any(String)],
      errors: [{ errors: [{ type: 'invalid_fields', details: { [field]: [expect.any(String)] } }] }],
    },
  })
  expect(await storedIn(world)).toEqual(before)
})

test('a document that would exceed 300 KB is refused naming the size', async () => {
  const before = await storedIn(world)
  const long = Array.from({ length: LINES_MAX }, () => line({ item_description: 'Kertas '.repeat(42) }))
  const answer = await submit(world, 'aminah', payload({ items: long }))
  expect(answer).toMatchObject({
    status: 400,
    body: { items: [expect.stringMatching(/about \d+ KB.*300 KB/)] },
  })
  expect(await storedIn(world)).toEqual(before)
})

test('a body of 5 MB is refused as too large', async () => {
  const before = await storedIn(world)
  const answer = await submit(world, 'aminah', payload({ document_remarks: 'x'.repeat(5_000_000) }))
  expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
  expect(await storedIn(world)).toEqual(before)
})

test.each([
  ['no list', {}],
  ['an empty list', []],
  ['an unknown wrapper', [{ invoices: [] }]],
  ['a number', [{ invoices_data: 7 }]],
  ['documents that are none', [{ invoices_data: [7, null, 'x'] }]],
])('an envelope with %s is refused', async (_, body) => {
  const before = await storedIn(world)
  expect(await world.as('aminah').callWrongly(intake.submit, { body })).toMatchObject({
    status: 400,
  })
  expect(await storedIn(world)).toEqual(before)
})

test('a text that cannot be stored stops its own document only', async () => {
  const answer = await submit(world, 'aminah', [
    payload({ customer: { name: 'Kedai \u0000' } }),
    payload(),
    payload({ 'remark\u0000s': 'x' }),
  ])
  expect(answer).toMatchObject({
    status: 200,
    body: {
      status: 'Partial Success',
      UUIDs: [expect.any(String)],
      errors: [
        {
          errors: [
            { type: 'invalid_fields', details: { 'customer.name': [expect.stringContaining('U+0000')] } },
          ],
        },
        {
          errors: [
            { type: 'invalid_fields', details: { 'remark\u0000s': [expect.stringContaining('U+0000')] } },
          ],
        },
      ],
    },
  })
})

test.each<Record<string, string>>([{}, { 'idempotency-key': 'deep' }])(
  'so does what is nested too deeply, under %j',
  async (headers) => {
    const json = JSON.stringify([{ invoices_data: [payload({ document_remarks: 'HERE' }), payload()] }])
    const body = json.replace('"HERE"', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)
    const options = { headers: { 'content-type': 'application/json', ...headers } }
    expect(await world.as('aminah').callWrongly(intake.submit, { body }, options)).toMatchObject({
      status: 200,
      body: {
        UUIDs: [expect.any(String)],
        errors: [{ errors: [{ details: { [`document_remarks${'.0'.repeat(31)}`]: [expect.any(String)] } }] }],
      },
    })
  },
)

test('a text that cannot be stored refuses the call where it stands in no document', async () => {
  const before = await storedIn(world)
  const wrapped = { invoices_data: payload() }
  for (const [body, name] of [
    [[{ ...wrapped, 'not\u0000e': 'x' }], '0.not\u0000e'],
    [[{ ...wrapped, note: ['\ud800'] }], '0.note.0'],
    [[wrapped, '\u0000'], '1'],
  ] as const) {
    expect(await world.as('aminah').callWrongly(intake.submit, { body })).toMatchObject({
      status: 400,
      body: { [name]: [expect.stringMatching(/^This text holds a character/)] },
    })
  }
  expect(await storedIn(world)).toEqual(before)
})

test('broken JSON and other media types are refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const send = (body: string, type = headers) =>
    world.as('aminah').callWrongly(intake.submit, { body }, { headers: type })
  expect(await send('[{"invoices_data":')).toMatchObject({ status: 400 })
  expect(await send('[{"__proto__":{"x":1},"invoices_data":[]}]')).toMatchObject({ status: 400 })
  expect(await send('a,b', { 'content-type': 'text/csv' })).toMatchObject({ status: 415 })
})

test('a number that is taken is a conflict at its field, and gives no number away', async () => {
  const before = await storedIn(world)
  const answer = await submit(world, 'aminah', payload({ invoice_number: 'TAKEN-1', source: 'ERP' }))
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'number_taken',
      errors: [
        {
          invoice_number: 'TAKEN-1',
          errors: [
            {
              type: 'number_taken',
              details: { invoice_number: ['The number TAKEN-1 is already in use.'] },
            },
          ],
        },
      ],
    },
  })
  expect(await storedIn(world)).toEqual(before)
})

test.each([
  ['total_payable_amount', { total_payable_amount: '137.51' }, '137.51', '137.50'],
  ['total_tax_amount', { total_tax_amount: '0' }, '0', '12.50'],
  ['items.0.tax_amount', { items: [line({ tax_amount: '12.49' })] }, '12.49', '12.50'],
  ['items.0.subtotal', { items: [line({ subtotal: '124' })] }, '124', '125.00'],
])('figures of %s that disagree are refused naming both', async (field, given, stated, calculated) => {
  const before = await storedIn(world)
  expect(await submit(world, 'aminah', payload(given))).toMatchObject({
    status: 400,
    body: { [field]: [`The payload says ${stated}, but the lines add up to ${calculated}.`] },
  })
  expect(await storedIn(world)).toEqual(before)
})

const unknownFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field_${i}`, i]))

test('hundreds of unknown fields are answered with the first of them and the number of the others', async () => {
  const { status, body } = await submit(world, 'aminah', payload(unknownFields(450)))
  expect(status).toBe(400)
  expect(body).toMatchObject({ field_199: ['This field is not known.'], non_field_errors: ['And 250 more.'] })
  expect(body).not.toHaveProperty('field_200')
})

test('thousands of unknown fields are refused as a whole', async () => {
  expect(await submit(world, 'aminah', payload(unknownFields(20_000)))).toMatchObject({
    status: 400,
    body: { non_field_errors: ['No object may have more than 500 fields.'] },
  })
})

test('a name without end is told by its beginning', async () => {
  const { status, text } = await submit(world, 'aminah', payload({ ['x'.repeat(100_000)]: 1 }))
  expect(status).toBe(400)
  expect(text).toContain(`"${'x'.repeat(100)}…":["This field is not known."]`)
  expect(text.length).toBeLessThan(1_000)
})

test.each([
  ['tomorrow', '2026-07-16', /in the future/],
  ['four days ago', '2026-07-11', /72 hours/],
])(
  'a document dated %s is stored and told of: LHDN’s record bears the day of sending',
  async (_, day, words) => {
    const { status, body } = await submit(world, 'aminah', payload({ invoice_date: day }))
    expect(status).toBe(200)
    expect(body.warnings).toMatchObject([{ field: 'invoice_date', message: expect.stringMatching(words) }])
  },
)
