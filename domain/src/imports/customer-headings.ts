import { PARTY_FIELDS } from '../documents/document.ts'

/** What a file says of a customer; the code is given by the server. */
export const CUSTOMER_FIELDS = [
  ...PARTY_FIELDS.filter((field) => field !== 'entity_code'),
  ...(['contact_person', 'contact_reference', 'bank_number', 'is_supplier'] as const),
] as const
export type CustomerField = (typeof CUSTOMER_FIELDS)[number]

/** What our own files of customers write above each field. */
export const CUSTOMER_HEADINGS: Readonly<Record<CustomerField, string>> = {
  name: 'Name',
  tin_no: 'TIN',
  identity_type: 'Identity Type',
  identity_number: 'Identity Number',
  sst_no: 'SST Number',
  ttx_no: 'Tourism Tax Number',
  email: 'Email',
  contact_number: 'Contact Number',
  address1: 'Address Line 1',
  address2: 'Address Line 2',
  address3: 'Address Line 3',
  zipcode: 'Postcode',
  city: 'City',
  state: 'State',
  country: 'Country',
  msic_code: 'MSIC Code',
  business_description: 'Business Description',
  contact_person: 'Contact Person',
  contact_reference: 'Contact Reference',
  bank_number: 'Bank Account Number',
  is_supplier: 'Is Supplier',
}

/** A customer as a file says it: long numbers with blanks, or a spreadsheet leaves half of their digits out. */
export const CUSTOMER_SAMPLE: Readonly<Partial<Record<CustomerField, string>>> = {
  name: 'Perniagaan Seri Jaya Sdn Bhd',
  tin_no: 'C25845632020',
  identity_type: 'BRN',
  identity_number: '201901 012345',
  email: 'akaun@serijaya.example',
  contact_number: '03-2161 4455',
  address1: '12 Jalan Tun Razak',
  zipcode: '50400',
  city: 'Kuala Lumpur',
  state: 'Kuala Lumpur',
  country: 'Malaysia',
}
