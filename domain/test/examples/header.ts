import type { DocumentEntry } from '../../src/documents/document.ts'
import type { Example } from './example.ts'
import { withCustomer, withLine } from './example.ts'

const note = (overrides: Partial<DocumentEntry>): Partial<DocumentEntry> => ({
  invoice_type: '02',
  original_inv_number: 'M-KUL0101000001',
  original_inv_ref_number: 'F9D425P6DS7D8IU0Q2K1ABCD12',
  ...overrides,
})

export const receipts = withLine({ classification: '004' })
const NOBODY = { tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' }

/** Today is 20 Nov 2026 in these examples. */
export const HEADER_EXAMPLES: Record<string, Example> = {
  'DOC-HEAD-01': {
    passes: [{ invoice_type: '04' }, { invoice_type: '14' }],
    fails: [
      ['invoice_type', { invoice_type: '05' }],
      ['invoice_type', { invoice_type: '' }],
    ],
  },
  'DOC-HEAD-02': {
    passes: [{ invoice_number: 'X'.repeat(50) }, { invoice_number: 'BIL-\u00c9' }],
    fails: [
      ['invoice_number', { invoice_number: 'M-1\u200b' }],
      ['invoice_number', { invoice_number: 'BIL-E\u0301' }],
      ['invoice_number', { invoice_number: 'X'.repeat(51) }],
      ['invoice_number', { invoice_number: ' ' }],
      ['invoice_number', { invoice_number: '\u200b' }],
    ],
  },
  'DOC-HEAD-03': {
    passes: [{ invoice_date: '2026-11-20' }, { invoice_date: '2024-02-29' }, { invoice_date: '2026-11-21' }],
    fails: [
      ['invoice_date', { invoice_date: '2026-02-29' }],
      ['invoice_date', { invoice_date: '' }],
    ],
  },
  'DOC-HEAD-04': {
    passes: [{ invoice_currency: 'SGD' }],
    fails: [
      ['invoice_currency', { invoice_currency: 'RM' }],
      ['invoice_currency', { invoice_currency: '' }],
    ],
  },
  'DOC-HEAD-05': {
    passes: [
      { invoice_currency: 'USD', currency_exchange_rate: '4.2150' },
      { invoice_currency: 'MYR', currency_exchange_rate: '0' },
    ],
    fails: [
      ['currency_exchange_rate', { invoice_currency: 'USD', currency_exchange_rate: '0.00' }],
      ['currency_exchange_rate', { invoice_currency: 'USD', currency_exchange_rate: '-4.2' }],
      ['currency_exchange_rate', { invoice_currency: 'USD', currency_exchange_rate: '' }],
      ['currency_exchange_rate', { invoice_currency: 'USD', currency_exchange_rate: '12345678.1234567' }],
    ],
  },
  'DOC-HEAD-06': {
    passes: [note({}), note({ original_inv_ref_number: 'NA' }), { invoice_type: '01' }],
    fails: [
      ['original_inv_ref_number', note({ original_inv_ref_number: '' })],
      ['original_inv_ref_number', note({ original_inv_ref_number: 'F9D425P6DS7D8IU0Q2K1ABCD1' })],
    ],
  },
  'DOC-HEAD-07': {
    passes: [note({}), { invoice_type: '11' }],
    fails: [
      ['original_inv_number', note({ original_inv_number: ' ' })],
      ['original_inv_number', note({ original_inv_number: '\u00ad' })],
      ['original_inv_number', note({ original_inv_number: 'X'.repeat(51) })],
    ],
  },
  'DOC-HEAD-08': {
    passes: [
      { billing_start: '2026-10-01', billing_end: '2026-10-01' },
      { billing_start: null, billing_end: null },
    ],
    fails: [
      ['billing_end', { billing_start: '2026-10-02', billing_end: '2026-10-01' }],
      ['billing_end', { billing_start: '2026-10-01' }],
      ['billing_start', { billing_end: '2026-10-01' }],
      ['billing_start', { billing_start: '2026-02-30', billing_end: '2026-10-01' }],
    ],
  },
  'DOC-HEAD-09': {
    passes: [{ frequency_of_billing: 'X'.repeat(50) }],
    fails: [['frequency_of_billing', { frequency_of_billing: 'X'.repeat(51) }]],
  },
  'DOC-HEAD-10': {
    passes: [
      { agent_number: 'X'.repeat(50), contract_number: 'X'.repeat(50), document_remarks: 'X'.repeat(300) },
    ],
    fails: [
      ['agent_number', { agent_number: 'X'.repeat(51) }],
      ['contract_number', { contract_number: 'X'.repeat(51) }],
      ['document_remarks', { document_remarks: 'X'.repeat(301) }],
    ],
  },
  'DOC-HEAD-11': {
    passes: [{ invoice_type: '11', selfbilling: true }],
    fails: [
      ['selfbilling', { invoice_type: '11', selfbilling: false }],
      ['selfbilling', { invoice_type: '01', selfbilling: true }],
    ],
  },
  'DOC-HEAD-12': {
    passes: [{ document_remarks: 'two\r\nlines\tand a 😀' }],
    fails: [
      ['document_remarks', { document_remarks: 'bell \u0007' }],
      ['invoice_number', { invoice_number: 'half \ud83d' }],
      ['customer.name', withCustomer({ name: 'nul \u0000' })],
      ['items.0.item_description', withLine({ item_description: 'escape \u001b' })],
    ],
  },
  'DOC-HEAD-13': {
    passes: [{ sender_store_code: 'PEN01' }],
    fails: [['sender_store_code', { sender_store_code: '' }]],
  },
  'DOC-HEAD-14': {
    passes: [{ payment_due_date: null }, { payment_due_date: '2027-01-31' }],
    fails: [['payment_due_date', { payment_due_date: '2027-02-29' }]],
  },
  'DOC-HEAD-15': {
    passes: [{ invoice_number: 'M 000001' }],
    fails: [
      ['invoice_number', { invoice_number: ' M-000001' }],
      ['invoice_number', { invoice_number: 'M-000001 ' }],
    ],
  },
  'DOC-HEAD-16': {
    passes: [{ invoice_date: '2026-11-20' }, { invoice_date: '2026-11-17' }],
    fails: [
      ['invoice_date', { invoice_date: '2026-11-21' }],
      ['invoice_date', { invoice_date: '2026-11-16' }],
    ],
  },
  'DOC-HEAD-17': {
    passes: [
      { billing_start: null, billing_end: null },
      { ...receipts, billing_start: '2026-10-01', billing_end: '2026-10-31' },
      note(receipts),
      withCustomer(NOBODY),
    ],
    fails: [
      ['billing_end', receipts],
      ['billing_end', { ...withCustomer(NOBODY), invoice_type: '11' }],
    ],
  },
  'DOC-HEAD-18': {
    passes: [
      { ...receipts, billing_start: '2026-10-01', billing_end: '2026-10-31' },
      { billing_start: '2026-07-01', billing_end: '2026-09-30' },
      note({ ...receipts, billing_start: '2026-07-01', billing_end: '2026-09-30' }),
    ],
    fails: [
      ['billing_end', { ...receipts, billing_start: '2026-07-01', billing_end: '2026-09-30' }],
      ['billing_end', { ...receipts, billing_start: '2025-10-01', billing_end: '2026-10-31' }],
    ],
  },
  'DOC-HEAD-19': {
    passes: [{ document_remarks: 'Ünal 陈记 மசாலா شركة บริษัท 주식회사 ਸਿੰਘ കേരള भारत カナ ლ' }],
    fails: [
      ['document_remarks', { document_remarks: 'Kedai తెలుగు' }],
      ['customer.name', withCustomer({ name: 'ශ්‍රී ලංකා' })],
      ['items.0.item_description', withLine({ item_description: 'မြန်မာ'.repeat(30) })],
    ],
  },
}
