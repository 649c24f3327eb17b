import { malaysianDate, malaysianTime } from '../time/dates.ts'
import { COLUMNS, type Column, headingOf } from './columns.ts'
import { CUSTOMER_SAMPLE } from './customer-headings.ts'
import { ITEM_SAMPLE } from './item-headings.ts'

/** Where the documents of the sample belong, and when they are made. */
export type SamplePlace = { sender_store_code: string; sender_entity_code: string; now: Date }

/** The columns of the sample template: all but the figures that the server calculates. */
export const SAMPLE_COLUMNS: readonly Column[] = COLUMNS.filter(({ stated }) => !stated)

type Cells = Readonly<Record<string, string>>

const SERI_JAYA: Cells = Object.fromEntries(
  Object.entries(CUSTOMER_SAMPLE).map(([field, cell]) => [`customer.${field}`, cell]),
)

const TANJUNG: Cells = {
  'customer.name': 'Tanjung Bungah Hardware Sdn Bhd',
  'customer.tin_no': 'C20713344060',
  'customer.identity_type': 'BRN',
  'customer.identity_number': '200701 033445',
  'customer.email': 'accounts@tanjungbungah.example',
  'customer.contact_number': '04-899 1020',
  'customer.address1': '88 Jalan Sungai Kelian',
  'customer.zipcode': '11200',
  'customer.city': 'Tanjung Bungah',
  'customer.state': 'Pulau Pinang',
  'customer.country': 'Malaysia',
}

const LAMP: Cells = {
  ...ITEM_SAMPLE,
  ...{ quantity: '24', unit_of_measurement: 'EA', unit_price: '12.50' },
}
const CABLE: Cells = {
  ...{ classification: '022', item_description: 'Power cable, 3 m', quantity: '10' },
  ...{ unit_of_measurement: 'EA', unit_price: '18.90', discount_rate: '5', tax_type: '01', tax_rate: '10' },
}
const DELIVERY: Cells = {
  ...{ classification: '022', item_description: 'Delivery', quantity: '1' },
  ...{ unit_of_measurement: 'EA', unit_price: '35.00', tax_type: '06', tax_rate: '0' },
}

/** Their numbers: of this second, or the sample could be taken but once. */
export const sampleNumbers = (now: Date): [string, string] => {
  const at = `${malaysianDate(now)}-${malaysianTime(now)}`.replaceAll(/[-:]/g, '')
  return [`INV-${at}-1`, `INV-${at}-2`]
}

/**
 * Two invoices in three rows: what a file looks like, ready to be uploaded as it is. Long numbers are written with
 * blanks, since a spreadsheet that saves them otherwise leaves half of their digits out.
 */
export const sampleRows = ({ now, ...place }: SamplePlace): Cells[] => {
  const [one, other] = sampleNumbers(now)
  const header = { ...place, invoice_type: '01', invoice_date: malaysianDate(now), invoice_currency: 'MYR' }
  const first = { ...header, ...SERI_JAYA, invoice_number: one }
  return [
    { ...first, ...LAMP },
    { ...first, ...CABLE },
    { ...header, ...TANJUNG, invoice_number: other, ...DELIVERY },
  ]
}

/** The cell of a sample's row in a column. */
export const sampleCell = (row: Cells, column: Column): string =>
  new Map(Object.entries(row)).get(headingOf(column)) ?? ''
