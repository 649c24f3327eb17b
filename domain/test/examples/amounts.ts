import { buildLine } from '../build.ts'
import type { Example } from './example.ts'
import { withLine } from './example.ts'

const UNTAXED = { tax_type: '06', tax_rate: '0.00' }

export const AMOUNT_EXAMPLES: Record<string, Example> = {
  'DOC-SUM-01': {
    passes: [{ rounding_amount: '0.99' }, { rounding_amount: '-0.99' }],
    fails: [
      ['rounding_amount', { rounding_amount: '1' }],
      ['rounding_amount', { rounding_amount: '-1.00' }],
    ],
  },
  'DOC-SUM-02': {
    passes: [{ prepayment_amount: '10' }],
    fails: [['prepayment_amount', { prepayment_amount: '-0.01' }]],
  },
  'DOC-SUM-03': {
    passes: [{ prepayment_amount: '260.28' }],
    fails: [
      ['prepayment_amount', { prepayment_amount: '260.29' }],
      ['rounding_amount', { prepayment_amount: '260.28', rounding_amount: '-0.01' }],
      ['rounding_amount', { ...withLine({ unit_price: '0' }), rounding_amount: '-0.05' }],
      ['total_payable_amount', withLine({ unit_price: '999999999999999', quantity: '1' })],
      [
        'total_payable_amount',
        { ...withLine({ unit_price: '99999999999999', quantity: '1' }), prepayment_amount: '99999999999999' },
      ],
    ],
  },
  'DOC-SUM-04': {
    passes: [
      withLine(UNTAXED),
      { tax_rate: '8.00' },
      { tax_rate: '8.00', items: [buildLine(UNTAXED), buildLine()] },
      // What is given away bears no tax, whatever its rate.
      { tax_rate: '8.00', ...withLine({ unit_price: '0' }) },
    ],
    fails: [
      ['tax_rate', { tax_rate: '8.00', ...withLine(UNTAXED) }],
      ['tax_rate', { tax_rate: '0.01', ...withLine({ tax_rate: '0' }) }],
    ],
  },
}
