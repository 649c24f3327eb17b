import {
  type DocumentEntry,
  emptyLine,
  type LineEntry,
  type Party,
  type TaxDocument,
} from '../src/documents/document.ts'
import { calculate } from '../src/documents/totals.ts'

/** Believable parts for tests: valid unless told otherwise. */
export const buildSender = (overrides: Partial<Party> = {}): Party => ({
  name: 'Kinabalu Trading Sdn Bhd',
  entity_code: '1000200030004000',
  tin_no: 'C2584563200',
  identity_type: 'BRN',
  identity_number: '201901234567',
  sst_no: 'W10-1808-32000012',
  ttx_no: '',
  email: 'billing@kinabalu.example',
  contact_number: '+60312345678',
  address1: 'Lot 66, Bangunan Merdeka',
  address2: 'Persiaran Jaya',
  address3: '',
  zipcode: '50480',
  city: 'Kuala Lumpur',
  state: '14',
  country: 'MYS',
  msic_code: '46510',
  business_description: 'Wholesale of computer hardware, software and peripherals',
  ...overrides,
})

export const buildCustomer = (overrides: Partial<Party> = {}): Party => ({
  ...buildSender(),
  name: 'Selat Foods Sdn Bhd',
  entity_code: '',
  tin_no: 'C1122334450',
  identity_number: '202001009876',
  sst_no: '',
  email: 'akaun@selat.example',
  contact_number: '+6072345678',
  address1: '12, Jalan Dato Onn',
  zipcode: '80000',
  city: 'Johor Bahru',
  state: '01',
  msic_code: '10799',
  business_description: 'Manufacture of other food products',
  ...overrides,
})

export const buildLine = (overrides: Partial<LineEntry> = {}): LineEntry => ({
  ...emptyLine,
  id: 'line-1',
  classification: '022',
  item_description: 'Wireless keyboard',
  unit_price: '120.50',
  quantity: '2',
  tax_type: '02',
  tax_rate: '8.00',
  ...overrides,
})

export const buildEntry = (overrides: Partial<DocumentEntry> = {}): DocumentEntry => ({
  invoice_type: '01',
  selfbilling: false,
  document_type: '',
  source: 'UI',
  invoice_number: 'M-KUL0101000001',
  invoice_date: '2026-11-20',
  invoice_time: '14:05:00',
  payment_due_date: null,
  invoice_currency: 'MYR',
  currency_exchange_rate: '1.00',
  sender_entity_code: '1000200030004000',
  sender_store_code: 'KUL01',
  original_inv_number: '',
  original_inv_ref_number: '',
  document_remarks: '',
  prepayment_amount: '0.00',
  rounding_amount: '0.00',
  tax_rate: '0.00',
  tax_exemption_reason: '',
  billing_start: null,
  billing_end: null,
  frequency_of_billing: '',
  agent_number: '',
  contract_number: '',
  sender: buildSender(),
  customer: buildCustomer(),
  items: [buildLine()],
  ...overrides,
})

/** A whole document with its figures, calculated as the product does. */
export const buildDocument = (overrides: Partial<DocumentEntry> = {}): TaxDocument =>
  calculate(buildEntry(overrides))
