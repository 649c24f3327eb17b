import { GENERAL_PUBLIC_PARTY } from '../../src/documents/document.ts'
import { buildLine, buildSender } from '../build.ts'
import type { Example } from './example.ts'
import { withCustomer, withLine } from './example.ts'

const receipts = withLine({ classification: '004' })
const person = (identity_number: string, tin_no = 'IG56003500070') =>
  withCustomer({ tin_no, identity_type: 'NRIC', identity_number })
const nobody = (tin_no: string) =>
  withCustomer({ tin_no, identity_type: 'NA', identity_number: 'NA', state: '14' })

export const IDENTITY_EXAMPLES: Record<string, Example> = {
  'DOC-PARTY-14': {
    passes: [
      person('770625015324'),
      person('000229015324'),
      person('200401012345'),
      person('000000000000'),
      withCustomer({ identity_number: '201913012345' }),
    ],
    fails: [
      ['customer.identity_number', person('A12345678')],
      ['customer.identity_number', person('770625-01-5324')],
      ['customer.identity_number', person('201901234567')],
      ['customer.identity_number', person('770230015324')],
      ['customer.identity_number', person('000000000000', 'C1122334450')],
      ['customer.identity_number', person('000000000000', 'EI00000000010')],
      [
        'sender.identity_number',
        { sender: buildSender({ tin_no: 'IG56003500070', identity_type: 'NRIC', identity_number: 'X' }) },
      ],
    ],
  },
  'DOC-PARTY-15': {
    passes: [
      { ...nobody('EI00000000010'), ...receipts },
      { ...nobody('EI00000000020'), ...receipts },
      nobody('EI00000000040'),
      { invoice_type: '11', ...nobody('EI00000000030') },
    ],
    fails: [
      ['customer.identity_number', withCustomer({ identity_number: 'NA' })],
      ['customer.identity_number', { ...withCustomer({ identity_number: 'NA' }), ...receipts }],
      ['customer.identity_number', nobody('EI00000000020')],
      ['sender.identity_number', { sender: buildSender({ identity_number: 'NA' }) }],
    ],
  },
  'DOC-PARTY-16': {
    passes: [
      person('770625015324', 'EI00000000010'),
      withCustomer({ tin_no: 'EI00000000010', identity_type: 'ARMY', identity_number: 'T1234567' }),
      { ...nobody('EI00000000010'), ...receipts },
      withCustomer({ tin_no: 'IG56003500070' }),
    ],
    fails: [
      ['customer.tin_no', withCustomer({ tin_no: 'EI00000000010' })],
      [
        'customer.tin_no',
        withCustomer({ tin_no: 'EI00000000010', identity_type: 'PASSPORT', identity_number: 'A12345678' }),
      ],
    ],
  },
  'DOC-PARTY-17': {
    passes: [
      withCustomer({ state: '17', country: 'DEU' }),
      withCustomer({ state: '16' }),
      { ...withCustomer({ state: '17' }), ...receipts },
      { invoice_type: '11', customer: GENERAL_PUBLIC_PARTY },
    ],
    fails: [
      ['customer.state', withCustomer({ state: '17' })],
      ['customer.state', { invoice_type: '11', ...withCustomer({ state: '17' }) }],
      ['sender.state', { sender: buildSender({ state: '17' }), ...receipts }],
    ],
  },
  'DOC-PARTY-18': {
    passes: [
      person('200401012345'),
      person('000000000000'),
      withCustomer({ identity_number: '123456-A' }),
      withCustomer({ identity_number: '200401012345' }),
      withCustomer({ tin_no: 'IG56003500070', identity_number: '202003012345' }),
      withCustomer({ tin_no: 'EI00000000020', identity_number: 'SC123456' }),
      withCustomer({ tin_no: 'IG56003500070', identity_type: 'ARMY', identity_number: 'T1234567' }),
    ],
    fails: [
      ['customer.identity_type', person('200401012345', 'C1122334450')],
      ['customer.identity_type', person('A12345678')],
      ['customer.identity_type', withCustomer({ identity_number: '770625015324' })],
      ['customer.identity_type', withCustomer({ tin_no: 'IG56003500070', identity_number: 'A12345678' })],
    ],
  },
  'DOC-PARTY-19': {
    passes: [
      { ...nobody('EI00000000040'), ...receipts },
      withCustomer({ tin_no: 'EI00000000040', identity_number: 'GOV-1' }),
    ],
    fails: [
      ['customer.identity_number', nobody('EI00000000040')],
      ['customer.identity_number', { invoice_type: '11', ...nobody('EI00000000030') }],
    ],
  },
  'DOC-PARTY-20': {
    passes: [
      { ...nobody('EI00000000010'), ...receipts },
      withCustomer({}),
      { invoice_type: '11', ...receipts },
    ],
    fails: [
      ['customer.tin_no', receipts],
      ['customer.tin_no', { ...nobody('EI00000000020'), ...receipts }],
      ['customer.tin_no', { ...nobody('EI00000000040'), ...receipts }],
      ['customer.tin_no', { items: [buildLine(), buildLine({ classification: '004' })] }],
    ],
  },
}
