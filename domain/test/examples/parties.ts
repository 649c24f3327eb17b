import { buildLine, buildSender } from '../build.ts'
import type { Example } from './example.ts'
import { withCustomer, withLine } from './example.ts'

const PUBLIC = { tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' }
const UNREGISTERED = { sender: buildSender({ sst_no: '' }) }
const receipts = withLine({ classification: '004' })

export const PARTY_EXAMPLES: Record<string, Example> = {
  'DOC-PARTY-01': {
    passes: [withCustomer({ name: 'X'.repeat(300) })],
    fails: [
      ['customer.name', withCustomer({ name: ' ' })],
      ['customer.name', withCustomer({ name: 'X'.repeat(301) })],
      ['sender.name', { sender: buildSender({ name: '' }) }],
    ],
  },
  'DOC-PARTY-02': {
    passes: [
      withCustomer({ tin_no: 'IG56003500070' }),
      withCustomer({ tin_no: 'EI00000000020' }),
      withCustomer({ tin_no: 'LE12345670' }),
    ],
    fails: [
      ['customer.tin_no', withCustomer({ tin_no: 'C2584563201' })],
      ['customer.tin_no', withCustomer({ tin_no: 'C0584563200' })],
      ['customer.tin_no', withCustomer({ tin_no: 'EI00000000050' })],
      ['customer.tin_no', withCustomer({ tin_no: '' })],
      ['sender.tin_no', { sender: buildSender({ tin_no: 'XX2584563200' }) }],
    ],
  },
  'DOC-PARTY-03': {
    passes: [
      withCustomer({ identity_number: 'X'.repeat(20) }),
      withCustomer({ identity_type: 'NRIC', identity_number: '770625015324' }),
      withCustomer({ ...PUBLIC, tin_no: 'EI00000000040' }),
    ],
    fails: [
      ['customer.identity_number', withCustomer({ identity_number: 'X'.repeat(21) })],
      [
        'customer.identity_number',
        withCustomer({ identity_type: 'PASSPORT', identity_number: 'X'.repeat(13) }),
      ],
      ['customer.identity_number', withCustomer({ identity_number: '' })],
      ['customer.identity_type', withCustomer({ identity_type: 'DRIVER' })],
      ['customer.identity_type', withCustomer({ identity_type: 'NA' })],
    ],
  },
  'DOC-PARTY-04': {
    passes: [withCustomer({ address1: 'X'.repeat(150), city: 'X'.repeat(50) })],
    fails: [
      ['customer.address1', withCustomer({ address1: '' })],
      ['customer.address3', withCustomer({ address3: 'X'.repeat(151) })],
      ['customer.city', withCustomer({ city: '' })],
      ['customer.city', withCustomer({ city: '\u200b' })],
      ['customer.city', withCustomer({ city: 'X'.repeat(51) })],
      ['customer.state', withCustomer({ state: '' })],
      ['customer.state', withCustomer({ state: 'X'.repeat(51), country: 'SGP' })],
      ['customer.country', withCustomer({ country: 'MY' })],
      ['customer.country', withCustomer({ country: '' })],
      ['sender.address1', { sender: buildSender({ address1: '', address2: '' }) }],
      ['sender.city', { sender: buildSender({ city: '' }) }],
      ['sender.state', { sender: buildSender({ state: '' }) }],
      ['sender.country', { sender: buildSender({ country: '' }) }],
    ],
  },
  'DOC-PARTY-05': {
    passes: [
      withCustomer({ state: '16' }),
      withCustomer({ state: 'Bayern', country: 'DEU' }),
      withCustomer({ state: '17', country: 'DEU' }),
      withCustomer({ state: '17' }),
    ],
    fails: [
      ['customer.state', withCustomer({ state: '14', country: 'DEU' })],
      ['customer.state', withCustomer({ state: 'Johor' })],
      ['customer.state', withCustomer({ state: '00', country: 'DEU' })],
      ['customer.state', withCustomer({ state: '00' })],
      ['sender.state', { sender: buildSender({ state: '18' }) }],
    ],
  },
  'DOC-PARTY-06': {
    passes: [
      withCustomer({ zipcode: '' }),
      withCustomer({ zipcode: 'SW1A 1AA', country: 'GBR', state: '17' }),
    ],
    fails: [
      ['customer.zipcode', withCustomer({ zipcode: '5048' })],
      ['customer.zipcode', withCustomer({ zipcode: 'X'.repeat(51), country: 'GBR', state: '17' })],
    ],
  },
  'DOC-PARTY-07': {
    passes: [
      withCustomer({ contact_number: '12345678' }),
      withCustomer({ contact_number: '+1234567' }),
      withCustomer({ contact_number: '12345678901234567890' }),
      withCustomer({ contact_number: 'NA' }),
    ],
    fails: [
      ['customer.contact_number', withCustomer({ contact_number: '1234567' })],
      ['customer.contact_number', withCustomer({ contact_number: '+12345678901234567890' })],
      ['customer.contact_number', withCustomer({ contact_number: '03-1234 5678' })],
      ['customer.contact_number', withCustomer({ contact_number: '' })],
      ['sender.contact_number', { sender: buildSender({ contact_number: '' }) }],
      ['sender.contact_number', { sender: buildSender({ contact_number: '1234567' }) }],
    ],
  },
  'DOC-PARTY-08': {
    passes: [
      withCustomer({ email: '' }),
      withCustomer({ email: 'NA' }),
      withCustomer({ email: 'a.b@c.example' }),
    ],
    fails: [
      ['customer.email', withCustomer({ email: 'a@b.example, c@d.example' })],
      ['customer.email', withCustomer({ email: 'nobody' })],
      ['customer.email', withCustomer({ email: 'nobody@localhost' })],
      ['customer.email', withCustomer({ email: 'a@.example' })],
      ['customer.email', withCustomer({ email: '<a@b.example>' })],
      ['customer.email', withCustomer({ email: `a@${'b'.repeat(250)}.example` })],
      ['customer.email', withCustomer({ email: `${'x'.repeat(65)}@b.example` })],
    ],
  },
  'DOC-PARTY-09': {
    passes: [
      withCustomer({ sst_no: 'W10-1808-32000012;B16-1808-32000013' }),
      withCustomer({ sst_no: 'NA', ttx_no: '123-4567-89012345' }),
    ],
    fails: [
      ['customer.sst_no', withCustomer({ sst_no: 'W10 1808' })],
      ['customer.sst_no', withCustomer({ sst_no: 'X'.repeat(36) })],
      ['customer.ttx_no', withCustomer({ ttx_no: 'A;B' })],
      ['customer.ttx_no', withCustomer({ ttx_no: 'X'.repeat(18) })],
    ],
  },
  'DOC-PARTY-10': {
    passes: [
      withCustomer({ msic_code: '', business_description: '' }),
      { invoice_type: '11', ...withCustomer({ msic_code: '00000', business_description: 'NA' }) },
      { invoice_type: '11', ...withCustomer({ msic_code: '', business_description: '' }) },
      { invoice_type: '13', ...withCustomer({ msic_code: '', business_description: ' ' }) },
    ],
    fails: [
      ['sender.msic_code', { sender: buildSender({ msic_code: '' }) }],
      ['sender.msic_code', { sender: buildSender({ msic_code: '99999' }) }],
      ['sender.business_description', { sender: buildSender({ business_description: '' }) }],
      ['sender.business_description', { sender: buildSender({ business_description: 'X'.repeat(301) }) }],
      ['customer.msic_code', { invoice_type: '11', ...withCustomer({ msic_code: '99999' }) }],
      [
        'customer.business_description',
        { invoice_type: '11', ...withCustomer({ business_description: 'X'.repeat(301) }) },
      ],
    ],
  },
  'DOC-PARTY-11': {
    passes: [
      withCustomer({ tin_no: 'EI00000000020' }),
      { invoice_type: '11', ...withCustomer({ tin_no: 'EI00000000030' }) },
    ],
    fails: [
      ['customer.tin_no', withCustomer({ tin_no: 'EI00000000030' })],
      ['customer.tin_no', { invoice_type: '11', ...withCustomer({ tin_no: 'EI00000000020' }) }],
    ],
  },
  'DOC-PARTY-12': {
    passes: [
      { ...withCustomer(PUBLIC), ...receipts },
      withCustomer({ tin_no: 'EI00000000010', identity_type: 'NRIC', identity_number: '770625015324' }),
      withCustomer({ ...PUBLIC, tin_no: 'EI00000000040' }),
      { invoice_type: '11', ...withCustomer(PUBLIC), ...withLine({ classification: '036' }) },
    ],
    fails: [
      ['customer.identity_number', withCustomer(PUBLIC)],
      ['customer.identity_number', withCustomer({ ...PUBLIC, identity_type: 'BRN' })],
    ],
  },
  'DOC-PARTY-13': {
    passes: [{ sender: buildSender({ tin_no: 'IG56003500070' }) }],
    fails: [['sender.tin_no', { sender: buildSender({ tin_no: 'EI00000000040' }) }]],
  },
  'DOC-PARTY-21': {
    passes: [
      withLine({ tax_type: '02', tax_rate: '8' }),
      { ...UNREGISTERED, ...withLine({ tax_type: '06', tax_rate: '0' }) },
      { ...UNREGISTERED, ...withLine({ tax_type: '02', tax_rate: '0' }) },
      { ...UNREGISTERED, ...withLine({ tax_type: '04', tax_rate: '5' }) },
      // The supplier charges it, and has or has not a number.
      { ...UNREGISTERED, invoice_type: '11' },
      { sender: buildSender({ ttx_no: '123-4567-89012345' }), ...withLine({ tax_type: '03' }) },
    ],
    fails: [
      ['sender.sst_no', UNREGISTERED],
      ['sender.sst_no', { ...UNREGISTERED, invoice_type: '02' }],
      ['sender.sst_no', { sender: buildSender({ sst_no: 'na' }), ...withLine({ tax_type: '01' }) }],
      ['sender.sst_no', { ...UNREGISTERED, items: [buildLine({ tax_type: '05' }), buildLine()] }],
      ['sender.ttx_no', withLine({ tax_type: '03' })],
    ],
  },
}
