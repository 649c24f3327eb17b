import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DocumentDetail } from '#contract/document-detail.ts'
import { session } from '#contract/people/session.ts'
import { percentOf } from '#domain/money/decimal.ts'
import { formatQuantity } from '#domain/money/figures.ts'
import { formatAmount } from '#domain/money/format.ts'
import { everyWay } from '#domain/notifications/kinds.ts'
import { formatDate, formatInstant } from '#domain/time/dates.ts'
import { q } from '../../../api/queries.ts'
import { i18n } from '../../../i18n.ts'
import type { Environment } from '../../../widgets/environment-look.ts'
import { DocumentContent } from './DocumentContent.tsx'

/** What the contract answers beside the document itself, or what follows from something that is shown. */
const NOT_CONTENT = new Set(
  `uuid revision status status_message status_fields selfbilling document_type source sender_entity_code invoice_time
  total_net_amount created_by created_at modified_at submission_date attempts history may
  file_archive reject_request cancellation corrects corrected_by awaits_cancellation entity_code state country id
  image`.split(/\s+/),
)

const DAYS = ['payment_due_date', 'billing_start', 'billing_end', 'invoice_date']
const AMOUNT = /_(?:amount|rate|value)$|^total_|^unit_price$|^quantity$|^subtotal$/

/** A value for every field of these names, unlike every other one. */
const marked = (names: readonly string[], from: number) =>
  Object.fromEntries(
    names.map((name, at) => {
      const serial = from + at
      if (DAYS.includes(name)) return [name, `2026-${String(1 + (serial % 12)).padStart(2, '0')}-17`]
      return [name, AMOUNT.test(name) ? `${serial}.25` : `Text-${serial}`]
    }),
  )

const shape = DocumentDetail.shape
const header = {
  ...marked(Object.keys(shape), 1000),
  invoice_type: '11',
  status: 'Submitted',
  environment: 'preprod',
  total_discount_value: '1090.25',
  voluntary_disclosure: 'SVDP',
}
const sender = marked(Object.keys(shape.sender.shape), 2000)
const customer = marked(Object.keys(shape.customer.shape), 3000)
/** Its discount is that of its rate; another rate is not shown beside it. */
const markedLine = (from: number) => {
  const line = marked(Object.keys(shape.items.element.shape), from)
  return { ...line, discount_amount: percentOf(line.subtotal ?? '', line.discount_rate ?? '') }
}
const line = markedLine(4000)
const exempt = { ...markedLine(5000), tax_type: 'E' }

const document = DocumentDetail.parse({
  ...header,
  ...{ sender, customer, items: [line, exempt] },
  ...{ revision: 1, selfbilling: true, voluntary_disclosure: true, attempts: [], history: [] },
  ...{
    status_fields: {},
    file_archive: null,
    reject_request: null,
    cancellation: null,
    submission_date: null,
  },
  ...{ corrects: null, corrected_by: null, awaits_cancellation: false },
  ...{ created_at: '2026-11-20T01:00:00Z', modified_at: '2026-11-20T01:00:00Z' },
  may: Object.fromEntries(Object.keys(shape.may.shape).map((action) => [action, { ok: true, why: '' }])),
  lhdn: {
    ...{ uuid: 'U', submission_uid: 'S', long_id: 'L', validated_at: null, validation_url: '' },
    ...{ cancel_deadline: null, issued_at: '2026-11-20T01:00:00Z' },
  },
})

const WAYS = {
  notification_preferences: [],
  language: null,
  shortcuts: true,
  notification_ways: everyWay({}, false),
}

const companyIn = (environment: Environment) => ({ ...document.sender, id: '', is_active: true, environment })

/** The words that a reader sees, with companies that send to these environments. */
const read = (shown: DocumentDetail, environments: readonly Environment[] = []): string => {
  const client = new QueryClient()
  const nobody = { id: '', username: '', email: '', first_name: '', last_name: '', image: '' }
  const reaches = { sender_entities: environments.map(companyIn), store_code: [], groups: [], ...WAYS }
  client.setQueryData(q(session.profile).queryKey, { ...nobody, ...reaches, access_type: 'user' as const })
  const content = createElement(DocumentContent, { document: shown })
  const screen = createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, content))
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, screen)).replace(/<[^>]+>/g, ' ')
}

const words = read(document)
const looks = (value: string) =>
  /^\d+\.\d+$/.test(value)
    ? [formatAmount(value), formatQuantity(value)]
    : /^\d{4}-/.test(value)
      ? [formatDate(value)]
      : [value === header.environment ? 'Preprod' : value]

const parts: [string, Record<string, string>][] = [
  ['header', header],
  ['sender', sender],
  ['customer', customer],
  ['line', line],
  ['exempt line', exempt],
]
const cases = parts.flatMap(([part, fields]) =>
  Object.entries(fields)
    .filter(([name]) => !NOT_CONTENT.has(name) && !['sender', 'customer', 'items', 'lhdn'].includes(name))
    // Only an exempt line says why, and it bears no tax.
    .filter(([name]) => part !== 'line' || name !== 'tax_exemption_reason')
    .filter(([name]) => part !== 'exempt line' || !name.startsWith('tax_') || name.endsWith('reason'))
    .map(([name, value]) => [part, name, value] as const),
)

test.each(cases)('what is approved is seen whole: %s, %s', (_, __, value) => {
  expect(looks(value).some((look) => words.includes(look))).toBe(true)
})

test('a document of production bears no mark where the top bar names production', () => {
  const real = { ...document, environment: 'prod' } as const
  expect(read(real)).toContain('Production')
  expect(read(real, ['prod', 'preprod'])).not.toContain('Production')
  expect(read({ ...real, environment: 'simulator' }, ['prod'])).toContain('Simulator')
})

test('in a self-billed document the issuer is the buyer', () => {
  const [supplier = '', buyer = ''] = words.split(' Buyer ')
  expect(supplier).toContain(document.customer.name)
  expect(buyer).toContain(document.sender.name)
})

test('a line of 2 × 100.00 with 5 % charges tells of them', () => {
  const charged = {
    ...document.items[0],
    ...{
      unit_price: '100.00',
      quantity: '2.00',
      charges_rate: '5.00',
      charges_amount: '10.00',
      subtotal: '200.00',
    },
    ...{ discount_rate: '0.00', discount_amount: '0.00', total_excluding_tax: '210.00', tax_type: '06' },
  }
  const told = read(DocumentDetail.parse({ ...document, items: [charged], total_discount_value: '0.00' }))
  expect(told).toMatch(/Charges.*200\.00.*10\.00 +5%.*210\.00/s)
  expect(told).not.toContain('Discount')
})

test.each([
  ['from which it came', '10.00', '10%'],
  ['but for the sen that it was rounded to', '33.33', '10%'],
  ['and not one that it did not come from', '1.00', undefined],
])('a discount tells the rate %s', (_, discount_amount, rate) => {
  const of_100 = { ...document.items[0], subtotal: discount_amount === '33.33' ? '333.35' : '100.00' }
  const items = [{ ...of_100, discount_amount, discount_rate: '10.00', tax_type: '06', charges_rate: '0.00' }]
  const told = read(DocumentDetail.parse({ ...document, items }))
  expect(told).toContain(discount_amount)
  expect(told.includes('10%')).toBe(rate !== undefined)
})

test('nothing empty is shown', () => {
  const blank = { ...document.customer, sst_no: '', ttx_no: '', msic_code: '', business_description: '' }
  const parts = { customer: blank, sender: blank, billing_start: null, billing_end: null, agent_number: '' }
  const told = read({ ...document, ...parts })
  for (const name of ['SST', 'Tourism tax', 'MSIC', 'Billing period', 'Agent number']) {
    expect(told).not.toContain(name)
  }
})

test('a document that charges tax is not said to be of somebody who charges none', () => {
  const reason = { tax_exemption_reason: 'Non SST Registrant' }
  expect(read({ ...document, ...reason })).not.toContain('Non SST Registrant')
})

test('LHDN’s date stands alone where it is the clerk’s day, and beside it where it is not', () => {
  const at = formatInstant(new Date('2026-11-20T01:00:00Z'))
  expect(words).toContain(at)
  expect(words).toContain('Invoice Date')
  const same = read({ ...document, invoice_date: '2026-11-20' })
  expect(same).toContain(at)
  expect(same).not.toContain('Invoice Date')
  expect(read({ ...document, lhdn: null })).not.toContain('e-Invoice date and time')
})
