import { describe, expect, test } from 'vitest'
import { documentOf, line, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()

const contentOf = async (given: Parameters<typeof payload>[0]) => {
  const answer = await submit(world, 'aminah', payload(given))
  expect(answer.body, answer.text).toMatchObject({ status: 'Success', errors: [] })
  return (await documentOf(world, answer.body.UUIDs[0] ?? '')).content
}

const refusalOf = async (given: Parameters<typeof payload>[0]) => {
  const { status, body } = await submit(world, 'aminah', payload(given))
  return { status, body }
}

describe('codes are read generously', () => {
  test.each([
    ['SG', 'SGP'],
    ['sg', 'SGP'],
    ['SGP', 'SGP'],
    ['sgp', 'SGP'],
    ['Singapore', 'SGP'],
    ['Viet Nam', 'VNM'],
  ])('a country as %s', async (country, code) => {
    const customer = { country, state: 'Other', tin_no: 'EI00000000020', identity_number: 'NA' }
    const { customer: stored, items } = await contentOf({
      customer,
      items: [line({ country_origin: country })],
    })
    expect(stored.country).toBe(code)
    expect(items[0]?.country_origin).toBe(code)
  })

  test('a country that is not stated is none, and asked for where one must be', async () => {
    const { items } = await contentOf({ items: [line({ country_origin: 'N/A' })] })
    expect(items[0]?.country_origin).toBe('')
    const { status, body } = await refusalOf({ customer: { country: 'NA', state: '17' } })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('Please select the country.')
  })

  test.each([
    ['true', true],
    ['True', true],
    ['false', false],
    ['FALSE', false],
    [true, true],
  ])('the self-billing switch as %j', async (selfbilling, stored) => {
    const customer = { msic_code: '46496', business_description: 'Wholesale' }
    const content = await contentOf({ selfbilling, invoice_type: stored ? '11' : '01', customer })
    expect(content.selfbilling).toBe(stored)
  })

  test('identity types in any case', async () => {
    expect((await contentOf({ customer: { identity_type: 'brn' } })).customer.identity_type).toBe('BRN')
  })
})

describe('tax type 06', () => {
  test.each([{}, { tax_amount: '0.00' }])('drops a leftover rate where there is no tax: %j', async (tax) => {
    const items = [line({ tax_type: '06', tax_rate: '8', ...tax })]
    expect((await contentOf({ items })).items[0]).toMatchObject({ tax_rate: '0', tax_amount: '0.00' })
  })

  test('says so, once where lines are alike', async () => {
    const items = ['8', '8', '6', '0'].map((tax_rate) => line({ tax_type: '06', tax_rate }))
    const { body } = await submit(world, 'aminah', payload({ items }))
    const [why, to] = ['no tax applies (06)', '0']
    expect(body.changes).toMatchObject([
      { field: 'items.tax_rate', from: '8', to, why: `${why}, in 2 lines` },
      { field: 'items.2.tax_rate', from: '6', to, why },
    ])
  })

  test('with a tax is a contradiction', async () => {
    const items = [line({ tax_type: '06', tax_rate: '8', tax_amount: '10.00' })]
    expect(await refusalOf({ items })).toMatchObject({
      status: 400,
      body: { 'items.0.tax_rate': [expect.any(String)], 'items.0.tax_amount': [expect.any(String)] },
    })
  })
})

describe('a line without a tax type', () => {
  test('bears no tax where it has no rate', async () => {
    const items = [
      line({ tax_type: undefined, tax_rate: undefined }),
      line({ tax_type: '', tax_rate: '0.00' }),
    ]
    const { items: stored } = await contentOf({ items })
    expect(stored.map(({ tax_type, tax_rate }) => [tax_type, tax_rate])).toEqual([
      ['06', '0'],
      ['06', '0'],
    ])
  })

  test('is asked for it where it has a rate, which would be lost', async () => {
    const items = [line({ tax_type: undefined, tax_rate: '8' })]
    expect(await refusalOf({ items })).toMatchObject({
      status: 400,
      body: { 'items.0.tax_type': ['Please select the tax type.'] },
    })
  })
})

describe('total_excluding_tax', () => {
  const items = [line({ discount_amount: '25' })]

  test.each(['125.00', '100.00'])('may be stated before or after discounts: %s', async (stated) => {
    expect(await contentOf({ items, total_excluding_tax: stated })).toMatchObject({
      total_excluding_tax: '100.00',
    })
  })

  test('is refused when it is neither', async () => {
    expect(await refusalOf({ items, total_excluding_tax: '124.99' })).toMatchObject({
      status: 400,
      body: {
        total_excluding_tax: [
          'The payload says 124.99, but the lines add up to 100.00, or to 125.00 before discounts.',
        ],
      },
    })
  })
})

test('figures that leave out the fee of a line are refused naming it', async () => {
  const items = [line({ charges_rate: '10', total_excluding_tax: '125.00', tax_amount: '12.50' })]
  const told = (stated: string, calculated: string) => [
    `The payload says ${stated}, but the lines add up to ${calculated}. Fees of 12.50 (charges_rate) are part of it.`,
  ]
  expect(
    await refusalOf({ items, total_excluding_tax: '125.00', total_payable_amount: '137.50' }),
  ).toMatchObject({
    status: 400,
    body: {
      total_excluding_tax: told('125', '137.50'),
      total_payable_amount: told('137.5', '151.25'),
      'items.0.total_excluding_tax': told('125', '137.50'),
      'items.0.tax_amount': ['The payload says 12.5, but the lines add up to 13.75.'],
    },
  })
})

describe('document_type', () => {
  const seller = { msic_code: '46496', business_description: 'Wholesale' }

  test.each([
    ['01', 'SB'],
    ['04', 'SB'],
    ['11', 'INV'],
    ['14', 'B2B'],
  ])('of a %s that is %s is a contradiction', async (invoice_type, document_type) => {
    expect(await refusalOf({ invoice_type, document_type, customer: seller })).toMatchObject({
      status: 400,
      body: { document_type: ['SB goes with the document types 11 to 14, and only with them.'] },
    })
  })

  test.each([
    ['11', 'SB', 'SB'],
    ['11', '', 'SB'],
    ['01', '', ''],
  ])('of a %s that is %j agrees', async (invoice_type, document_type, stored) => {
    const content = await contentOf({ invoice_type, document_type, customer: seller })
    expect(content.document_type).toBe(stored)
  })
})
