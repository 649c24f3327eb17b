import type { DocumentDetail } from '#contract/document-detail.ts'
import type { SenderEntity } from '#contract/people/session.ts'
import { ACTIONS } from '#domain/access/policy.ts'
import { type DocumentForm, emptyForm, type FormLine, newLine } from './state.ts'
import { type Opening, partyOf } from './wire.ts'

/** Believable input for the tests of this folder. */
export const kinabalu: SenderEntity = {
  id: 'e-1',
  entity_code: '1000000000000001',
  name: 'Kinabalu Trading Sdn Bhd',
  tin_no: 'C2584563200',
  identity_type: 'BRN',
  identity_number: '201901234567',
  sst_no: 'W10-1808-32000001',
  ttx_no: '',
  email: 'akaun@kinabalu.example',
  contact_number: '+60321234567',
  address1: '12 Jalan Ampang',
  address2: '',
  address3: '',
  zipcode: '50450',
  city: 'Kuala Lumpur',
  state: '14',
  country: 'MYS',
  msic_code: '46909',
  business_description: 'Wholesale of a variety of goods',
  environment: 'simulator',
  image: '',
  is_active: true,
}

export const opening: Opening = { today: '2026-11-20', now_ms: 1_790_000_000_000, entities: [kinabalu] }

export const buyer = {
  ...partyOf(kinabalu),
  name: 'Syarikat Perniagaan Mutiara Sdn Bhd',
  entity_code: '2000000000000001',
  tin_no: 'C1234567890',
  identity_number: '200801017777',
}

export const buildLine = (filled: Partial<FormLine> = {}): FormLine => ({
  ...newLine(opening.now_ms, 0, {
    item_description: 'Beras wangi 10 kg',
    classification: '022',
    unit_price: '38.50',
    quantity: '4.00',
    ...filled,
  }),
  ...(filled.id && { id: filled.id }),
})

export const buildForm = (filled: Partial<DocumentForm> = {}): DocumentForm => ({
  ...emptyForm(opening.today, opening.now_ms),
  invoice_type: '01',
  invoice_number: 'M-KUL01000012',
  sender_store_code: 'KUL01',
  sender: partyOf(kinabalu),
  customer: buyer,
  items: [buildLine()],
  ...filled,
})

const printed = { ...buyer, state_display: 'Kuala Lumpur', country_display: 'MALAYSIA', image: '' }

const nothingSpecial = {
  ...{ file_archive: null, reject_request: null, cancellation: null },
  ...{ corrects: null, corrected_by: null, awaits_cancellation: false, voluntary_disclosure: false },
}

export const buildDetail = (filled: Partial<DocumentDetail> = {}): DocumentDetail => ({
  uuid: '6f1c0a52-6a55-4a0e-9a43-7d3f3b7d0001',
  revision: 3,
  status: 'Validated',
  status_message: '',
  status_fields: {},
  invoice_type: '01',
  invoice_type_description: 'Invoice',
  selfbilling: false,
  document_type: '',
  source: 'UI',
  invoice_number: 'M-KUL01000012',
  invoice_date: '2026-11-18',
  invoice_time: '10:00:00',
  payment_due_date: '2026-12-18',
  invoice_currency: 'USD',
  currency_exchange_rate: '4.2150',
  sender_entity_code: kinabalu.entity_code,
  sender_store_code: 'KUL01',
  original_inv_number: '',
  original_inv_ref_number: '',
  document_remarks: 'Delivered to Port Klang',
  prepayment_amount: '10.00',
  rounding_amount: '0.02',
  tax_rate: '0',
  tax_exemption_reason: 'Non SST Registrant',
  billing_start: null,
  billing_end: null,
  frequency_of_billing: '',
  agent_number: 'A-7',
  contract_number: '',
  total_excluding_tax: '100.00',
  total_including_tax: '106.00',
  total_net_amount: '100.00',
  total_discount_value: '0.00',
  total_tax_amount: '6.00',
  total_payable_amount: '96.02',
  sender: printed,
  customer: printed,
  items: [
    {
      ...buildLine({ unit_price: '50', quantity: '2.00000000', tax_type: '02', tax_rate: '6' }),
      subtotal: '100.00',
      charges_amount: '0.00',
      total_excluding_tax: '100.00',
      tax_amount: '6.00',
    },
  ],
  created_by: 'u-1',
  created_by_name: 'Aminah binti Yusof',
  created_at: '2026-11-18T02:00:00Z',
  modified_at: '2026-11-18T02:00:00Z',
  submission_date: null,
  environment: 'simulator',
  lhdn: {
    uuid: 'F9D425P6DS7D8IU0123456789A',
    submission_uid: 'HJSD135P2S7D8IU',
    long_id: '',
    issued_at: null,
    validated_at: null,
    validation_url: '',
    cancel_deadline: null,
  },
  attempts: [],
  history: [],
  // Object.fromEntries forgets which keys it was given; these are exactly the actions.
  may: Object.fromEntries(ACTIONS.map((action) => [action, { ok: true, why: '' }])) as DocumentDetail['may'],
  ...nothingSpecial,
  ...filled,
})
