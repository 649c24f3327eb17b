import { imports } from '#contract/imports.ts'
import { csvCell } from '#domain/text/csv-cell.ts'
import type { Who, World } from './world.ts'

type Row = Readonly<Record<string, string>>

/** One row: a valid line of a valid invoice of KUL01 over RM 137.50, unless told otherwise. */
export const row = (invoice_number: string, given: Row = {}): Row => ({
  invoice_number,
  invoice_type: '01',
  invoice_date: '2026-07-15',
  sender_store_code: 'KUL01',
  'customer.name': 'Perniagaan Seri Jaya Sdn Bhd',
  'customer.tin_no': 'C25845632020',
  'customer.identity_type': 'BRN',
  'customer.identity_number': '201901012345',
  'customer.contact_number': '+60312345678',
  'customer.address1': '12 Jalan Tun Razak',
  'customer.zipcode': '50400',
  'customer.city': 'Kuala Lumpur',
  'customer.state': 'Kuala Lumpur',
  'customer.country': 'Malaysia',
  classification: '022',
  item_description: 'Kertas A4',
  quantity: '10',
  unit_price: '12.50',
  tax_type: '01',
  tax_rate: '10',
  ...given,
})

/** The same as a document of JSON, with one line. */
export const jsonDocument = (invoice_number: string, given: Readonly<Record<string, unknown>> = {}) => {
  const parts = Object.entries(row(invoice_number))
  const customer = parts.flatMap(([name, value]) =>
    name.startsWith('customer.') ? [[name.slice('customer.'.length), value]] : [],
  )
  const items = [
    { classification: '022', item_description: 'Kertas A4', quantity: '10', unit_price: '12.50' },
  ]
  return {
    ...{ invoice_number, invoice_type: '01', sender_store_code: 'KUL01', items },
    customer: Object.fromEntries(customer),
    ...given,
  }
}

/** Rows as a file with all headings that any of them has. */
export const csvOf = (rows: readonly Row[], { delimiter = ',' } = {}): string => {
  const headings = [...new Set(rows.flatMap((one) => Object.keys(one)))]
  const cells = [headings, ...rows.map((one) => headings.map((heading) => one[heading] ?? ''))]
  return cells.map((line) => `${line.map(csvCell).join(delimiter)}\r\n`).join('')
}

export type FileForm = { check_only?: boolean; with_error_file?: boolean; created_by?: string }

/** Uploads a file as somebody. */
export const upload = (
  world: World,
  who: Who,
  content: string | Uint8Array<ArrayBuffer>,
  form: FileForm = {},
) => world.as(who).callWrongly(imports.csv, { form: texts(form), upload: new File([content], 'lines.csv') })

const texts = (form: FileForm) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
