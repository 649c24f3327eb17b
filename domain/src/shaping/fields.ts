/** Where a field stands: in the document's head, at its customer, or in each of its lines. */
export type Part = 'document' | 'customer' | 'items'

/**
 * One field that somebody sends. `value` names it as errors do (`items.tax_type`, for every line), `label` as the form
 * does. Where the field is empty, the one named `or` speaks for it.
 */
export type Field = { value: string; label: string; part: Part; name: string; or?: string }

const DOCUMENT = {
  invoice_type: 'Invoice Type',
  document_type: 'Document Type',
  selfbilling: 'Self Billing',
  invoice_number: 'Invoice Number',
  invoice_date: 'Invoice Date',
  invoice_time: 'Invoice Time',
  payment_due_date: 'Payment Due Date',
  sender_entity_code: 'Company Code',
  sender_store_code: 'Department Code',
  invoice_currency: 'Currency',
  currency_exchange_rate: 'Exchange Rate',
  original_inv_number: 'Original Seller Invoice Number',
  original_inv_ref_number: 'Original LHDN Invoice UUID',
  document_remarks: 'Remarks',
  prepayment_amount: 'Prepayment Amount',
  rounding_amount: 'Rounding Amount',
  tax_rate: 'Tax Rate (%)',
  tax_exemption_reason: 'Tax Exemption Reason',
  billing_start: 'Billing Period Start',
  billing_end: 'Billing Period End',
  frequency_of_billing: 'Frequency of Billing',
  agent_number: 'Agent Number',
  contract_number: 'Contract Number',
  voluntary_disclosure: 'Voluntary Disclosure',
}

const CUSTOMER = {
  entity_code: 'Code',
  name: 'Name',
  tin_no: 'TIN',
  identity_type: 'Identity type',
  identity_number: 'Identity number',
  sst_no: 'SST number',
  ttx_no: 'Tourism tax number',
  msic_code: 'MSIC code',
  business_description: 'Business description',
  address1: 'Address line 1',
  address2: 'Address line 2',
  address3: 'Address line 3',
  zipcode: 'Postcode',
  city: 'City',
  state: 'State',
  country: 'Country',
  email: 'E-mail',
  contact_number: 'Phone',
}

const LINE = {
  classification: 'Classification',
  item_description: 'Description',
  unit_price: 'Unit Price',
  quantity: 'Quantity',
  unit_of_measurement: 'Unit',
  tax_type: 'Tax Type',
  tax_rate: 'Tax Rate (%)',
  tax_exemption_reason: 'Tax Exemption Reason',
  discount_rate: 'Discount Rate (%)',
  discount_amount: 'Discount Amount',
  charges_rate: 'Charges Rate (%)',
  product_tariff: 'Product Tariff Code',
  country_origin: 'Country of Origin',
}

/** Names of codes stand beside the codes in what comes back from our answers, and may stand alone. */
const SPOKEN_FOR: ReadonlyMap<string, string> = new Map([
  ['customer.state', 'state_display'],
  ['customer.country', 'country_display'],
])

const fieldsOf = (part: Part, labels: Readonly<Record<string, string>>): Field[] =>
  Object.entries(labels).map(([name, label]) => {
    const value = part === 'document' ? name : `${part}.${name}`
    const or = SPOKEN_FOR.get(value)
    const whole = { document: label, customer: `Customer: ${label}`, items: `Line: ${label}` }[part]
    return { value, label: whole, part, name, ...(or !== undefined && { or }) }
  })

/** Every field that can be sent, in the order of the form. Templates, mappings and defaults know no others. */
export const FIELDS: readonly Field[] = [
  ...fieldsOf('document', DOCUMENT),
  ...fieldsOf('customer', CUSTOMER),
  ...fieldsOf('items', LINE),
]

const byValue = new Map(FIELDS.map((field) => [field.value, field]))

/** The field of this name; undefined where there is none. */
export const fieldOf = (value: string): Field | undefined => byValue.get(value)
