import { LINES_MAX } from '../../src/checks/lines.ts'
import { GENERAL_PUBLIC_PARTY } from '../../src/documents/document.ts'
import { buildLine, buildSender } from '../build.ts'
import type { Example } from './example.ts'
import { withLine } from './example.ts'

const exempt = (tax_exemption_reason: string) =>
  withLine({ tax_type: 'E', tax_rate: '0', tax_exemption_reason })

const discounted = (discount_rate: string, discount_amount: string) =>
  withLine({ discount_rate, discount_amount })

/** A consolidated document of a company of that trade. */
const receiptsOf = (msic_code: string) => ({
  ...withLine({ classification: '004' }),
  sender: buildSender({ msic_code }),
})
const PAID_OUT = { invoice_type: '11', customer: GENERAL_PUBLIC_PARTY }

const ONE_UNTAXED = { quantity: '1', tax_type: '06', tax_rate: '0' }
const IN_DOLLARS = { invoice_currency: 'USD', currency_exchange_rate: '4.00' }

export const LINE_EXAMPLES: Record<string, Example> = {
  'DOC-LINE-01': {
    passes: [{ items: Array.from({ length: LINES_MAX }, () => buildLine()) }],
    fails: [
      ['items', { items: [] }],
      ['items', { items: Array.from({ length: LINES_MAX + 1 }, () => buildLine()) }],
    ],
  },
  'DOC-LINE-02': {
    passes: [withLine({ classification: '004' })],
    fails: [
      ['items.0.classification', withLine({ classification: '' })],
      ['items.1.classification', { items: [buildLine(), buildLine({ classification: '999' })] }],
    ],
  },
  'DOC-LINE-03': {
    passes: [withLine({ item_description: 'X'.repeat(300) })],
    fails: [
      ['items.0.item_description', withLine({ item_description: ' ' })],
      ['items.0.item_description', withLine({ item_description: '\u200b\u2060' })],
      ['items.0.item_description', withLine({ item_description: 'X'.repeat(301) })],
    ],
  },
  'DOC-LINE-04': {
    passes: [withLine({ unit_price: '0', quantity: '0.00000001' })],
    fails: [
      ['items.0.quantity', withLine({ quantity: '0' })],
      ['items.0.quantity', withLine({ quantity: '-1' })],
      ['items.0.unit_price', withLine({ unit_price: '-0.01' })],
    ],
  },
  'DOC-LINE-05': {
    passes: [withLine({ unit_of_measurement: 'KGM' })],
    fails: [['items.0.unit_of_measurement', withLine({ unit_of_measurement: 'pcs' })]],
  },
  'DOC-LINE-06': {
    passes: [withLine({ tax_type: '01', tax_rate: '100' }), withLine({ tax_type: '05', tax_rate: '0' })],
    fails: [
      ['items.0.tax_type', withLine({ tax_type: '07' })],
      ['items.0.tax_rate', withLine({ tax_rate: '100.01' })],
      ['items.0.tax_rate', withLine({ tax_rate: '-1' })],
    ],
  },
  'DOC-LINE-07': {
    passes: [withLine({ tax_type: '06', tax_rate: '0.00' })],
    fails: [
      ['items.0.tax_rate', withLine({ tax_type: '06', tax_rate: '8' })],
      ['items.0.tax_rate', withLine({ tax_type: 'E', tax_rate: '0.01' })],
    ],
  },
  'DOC-LINE-08': {
    passes: [
      exempt('Order 2018, Schedule A (no. 12) - 免税'),
      withLine({ tax_exemption_reason: '100% & more' }),
    ],
    fails: [
      ['items.0.tax_exemption_reason', exempt('')],
      ['items.0.tax_exemption_reason', exempt('100% exempt')],
      ['items.0.tax_exemption_reason', exempt('X'.repeat(301))],
      ['items.0.tax_exemption_reason', withLine({ tax_exemption_reason: 'X'.repeat(301) })],
    ],
  },
  'DOC-LINE-09': {
    passes: [
      withLine({ discount_rate: '100' }),
      withLine({ charges_rate: '100' }),
      // A price below zero is another fault.
      withLine({ unit_price: '-5' }),
    ],
    fails: [
      ['items.0.discount_amount', withLine({ discount_amount: '241.01' })],
      ['items.0.discount_amount', withLine({ discount_amount: '-1' })],
      ['items.0.discount_rate', withLine({ discount_rate: '101', discount_amount: '1' })],
      ['items.0.charges_rate', withLine({ charges_rate: '-1' })],
      ['items.0.charges_rate', withLine({ charges_rate: '100.5' })],
    ],
  },
  'DOC-LINE-10': {
    passes: [withLine({ product_tariff: '8471.30.2000', country_origin: 'CHN' })],
    fails: [
      ['items.0.product_tariff', withLine({ product_tariff: '8471.30.20000' })],
      ['items.0.product_tariff', withLine({ product_tariff: '8471-30' })],
      ['items.0.country_origin', withLine({ country_origin: 'CN' })],
    ],
  },
  'DOC-LINE-11': {
    passes: [withLine({ unit_price: '0.00000001', discount_rate: '3.33333333' })],
    fails: [
      ['items.0.unit_price', withLine({ unit_price: '0.000000001' })],
      ['items.0.tax_rate', withLine({ tax_rate: '8.000000001' })],
    ],
  },
  'DOC-LINE-12': {
    passes: [withLine({ unit_price: '9999999999999.99', quantity: '1' })],
    fails: [
      ['items.0.unit_price', withLine({ unit_price: '10000000000000', quantity: '1', discount_rate: '100' })],
    ],
  },
  'DOC-LINE-13': {
    passes: [
      withLine({ classification: '004', unit_price: '10000', ...ONE_UNTAXED }),
      withLine({ classification: '022', unit_price: '10000.01', ...ONE_UNTAXED }),
      { ...withLine({ classification: '004', unit_price: '2400', ...ONE_UNTAXED }), ...IN_DOLLARS },
      // A note to such a document sells nothing.
      ...['02', '03', '04'].map((invoice_type) => ({
        ...withLine({ classification: '004', unit_price: '30000', ...ONE_UNTAXED }),
        ...{ invoice_type, original_inv_number: 'C-1', original_inv_ref_number: 'NA' },
      })),
    ],
    fails: [
      ['items.0.unit_price', withLine({ classification: '004', unit_price: '10000.01', ...ONE_UNTAXED })],
      [
        'items.0.unit_price',
        { ...withLine({ classification: '036', unit_price: '10000.01', ...ONE_UNTAXED }), ...PAID_OUT },
      ],
      [
        'items.0.unit_price',
        { ...withLine({ classification: '004', unit_price: '2600', ...ONE_UNTAXED }), ...IN_DOLLARS },
      ],
    ],
  },
  'DOC-LINE-14': {
    passes: [
      withLine({ tax_type: '03', tax_rate: '0.01' }),
      withLine({ tax_type: '06', tax_rate: '0.00' }),
      exempt('Schedule A'),
    ],
    fails: [
      ['items.0.tax_rate', withLine({ tax_type: '01', tax_rate: '0.00' })],
      ['items.1.tax_rate', { items: [buildLine(), buildLine({ tax_type: '02', tax_rate: '0' })] }],
    ],
  },
  'DOC-LINE-15': {
    passes: [
      withLine({ discount_rate: '10' }),
      withLine({ discount_amount: '24.10' }),
      discounted('10', '24.10'),
      // As the form makes a rate of an amount, and other programs with more places or cut off.
      discounted('41.64', '100.35'),
      discounted('41.6390', '100.35'),
      discounted('41.63', '100.35'),
      // A sen more or less is how somebody rounds.
      withLine({ unit_price: '0.50', discount_rate: '15.5', discount_amount: '0.15' }),
    ],
    fails: [
      ['items.0.discount_rate', discounted('10', '1.00')],
      ['items.0.discount_rate', discounted('0.1', '24.10')],
    ],
  },
  'DOC-LINE-16': {
    passes: [
      withLine({ classification: '004', item_description: 'Receipts 1001 to 1005' }),
      withLine({ classification: '022', item_description: 'Wireless keyboard' }),
      // A note to it names the document, and one to a person is of goods.
      { ...withLine({ classification: '004' }), invoice_type: '02' },
      { ...withLine({ classification: '036' }), invoice_type: '11' },
    ],
    fails: [
      ['items.0.item_description', withLine({ classification: '004', item_description: 'Sales of October' })],
      [
        'items.0.item_description',
        { ...withLine({ classification: '036' }), invoice_type: '11', customer: GENERAL_PUBLIC_PARTY },
      ],
    ],
  },
  'DOC-LINE-17': {
    passes: [
      withLine({ tax_type: '02', tax_rate: '1' }),
      withLine({ tax_type: '02', tax_rate: '0' }),
      withLine({ tax_type: '06', tax_rate: '0' }),
      // Ten ringgit for a night that costs 1,200.
      withLine({ tax_type: '03', tax_rate: '0.83' }),
    ],
    fails: ['01', '02', '04', '05'].map((tax_type) => [
      'items.0.tax_rate',
      withLine({ tax_type, tax_rate: tax_type === '01' ? '0.10' : '0.08' }),
    ]),
  },
  'DOC-LINE-18': {
    passes: [
      exempt('Order 2018, Schedule A (no. 12) - 免税'),
      exempt(''),
      withLine({ tax_type: '06', tax_rate: '0', tax_exemption_reason: 'NOT APPLICABLE' }),
    ],
    fails: [
      ['items.0.tax_exemption_reason', exempt('NOT APPLICABLE')],
      ['items.0.tax_exemption_reason', exempt(' na ')],
      ['items.0.tax_exemption_reason', exempt('-')],
      ['items.0.tax_exemption_reason', exempt('2018')],
    ],
  },
  'DOC-LINE-19': {
    passes: [
      receiptsOf('46510'),
      { sender: buildSender({ msic_code: '45101' }) },
      { ...receiptsOf('45101'), invoice_type: '02' },
      // Cars are sold, and repaired; bets are taken, and paid out.
      ...['45201', '45403', '92000'].map(receiptsOf),
      { ...receiptsOf('45101'), ...PAID_OUT },
    ],
    fails: [
      ...['45101', '45401', '51102', '41001', '42101', '35102', '61201'].map(
        (msic_code): [string, ReturnType<typeof receiptsOf>] => [
          'items.0.classification',
          receiptsOf(msic_code),
        ],
      ),
      ['customer.tin_no', { ...receiptsOf('92000'), ...PAID_OUT }],
    ],
  },
  'DOC-LINE-20': {
    passes: [
      { ...withLine({ classification: '036' }), ...PAID_OUT },
      // To one of them.
      { ...withLine({ classification: '037' }), invoice_type: '11' },
      { ...withLine({ classification: '037' }), ...PAID_OUT, invoice_type: '12' },
    ],
    fails: [
      ['items.0.classification', { ...withLine({ classification: '037' }), ...PAID_OUT }],
      [
        'items.1.classification',
        { items: [buildLine({ classification: '036' }), buildLine({ classification: '045' })], ...PAID_OUT },
      ],
    ],
  },
}
