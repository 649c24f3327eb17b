import { type Column, columnHeaded, headingOf } from './columns.ts'
import { columnOf } from './headings.ts'
import { inOrder, readWords } from './words.ts'

/** What headings call a column, beside our own names of it; `customer` may stand with every word of the second part. */
type Spellings = Readonly<Record<string, string>>

/** In the words by which `words.ts` names meanings; their order does not matter. */
const OF_DOCUMENT: Spellings = {
  invoice_number: 'invoice no, document no, invoice reference no, invoice',
  invoice_type: 'invoice type, document type, invoice code type, document code type',
  invoice_date: 'invoice date, document date, date, issue date, invoice issue date, document issue date',
  sender_store_code: 'store code, branch code, department code, branch, department, store',
  sender_entity_code: 'company code',
  invoice_currency: 'currency, invoice currency, document currency, currency code, mata wang, code mata wang',
  currency_exchange_rate: 'exchange rate, currency exchange rate, currency rate, exchange rate mata wang',
  invoice_time: 'invoice time, document time, issue time, invoice issue time',
  payment_due_date: 'due date, payment due date, invoice due date, payment date due end, date end payment',
  selfbilling: 'self billing, selfbilling, self billing invoice, selfbilling invoice',
  original_inv_number:
    'original invoice no, original document no, origin invoice no, original invoice reference no',
  original_inv_ref_number: 'original uuid, original invoice uuid, lhdn original uuid, original document uuid',
  document_remarks: 'remarks, document remarks, invoice remarks',
  rounding_amount: 'rounding, rounding amount, rounding total',
  prepayment_amount: 'prepayment, prepayment amount, prepayment total',
  billing_start:
    'billing start, billing start date, billing period start, billing period start date, period start',
  billing_end: 'billing end, billing end date, billing period end, billing period end date, period end',
  frequency_of_billing: 'frequency billing, billing frequency, frequency',
  agent_number: 'agent no, agent code',
  contract_number: 'contract no, contract reference no, contract reference',
  voluntary_disclosure: 'voluntary disclosure, svdp',
  'document.total_excluding_tax':
    'invoice total excluding tax, document total excluding tax, grand total excluding tax',
  total_including_tax:
    'total including tax, amount including tax, total amount including tax, invoice total including tax',
  total_net_amount: 'net amount total',
  total_discount_value: 'discount total, amount discount total',
  total_tax_amount: 'total tax, amount tax total, invoice total tax',
  total_payable_amount:
    'total payable, amount payable total, amount payable, grand total, amount grand total',
}

/** Alone, or beside a word for the customer. */
const OF_ANYBODY: Spellings = {
  tin_no: 'tin, tin no, tax identity no, tax no, income tax no, identity tin, identity no tin',
  identity_type: 'identity type, identity no type, registration type, identity code type',
  identity_number:
    'identity no, ic, ic no, brn, brn no, registration no, business registration no, company registration no, ' +
    'identity registration no, brn registration no, ic no identity',
  sst_no: 'sst no, sst registration no, sst identity no, registration sst',
  ttx_no: 'tourism tax no, tourism no, tourism tax registration no, tourism registration no',
  email: 'email, address email',
  contact_number: 'phone, phone no, contact no, contact phone no, contact phone',
  address1: 'address, address 1, address line 1, 1 address no',
  address2: 'address 2, address line 2',
  address3: 'address 3, address line 3',
  zipcode: 'postcode, code postcode, postcode no',
  city: 'city, city name',
  state: 'state, state code, state name',
  country: 'country, country code, country name',
  msic_code: 'msic, msic code',
  business_description: 'business activity, business description, activity business description',
}

/** Only beside a word for the customer. */
const OF_CUSTOMER: Spellings = {
  name: ', name, company name, business name, registration name',
  entity_code: 'code, no, account no, account code',
}

const OF_LINE: Spellings = {
  classification: 'classification, classification code, item classification, item classification code',
  item_description: 'description, item description, item, item name, line description',
  quantity: 'quantity, item quantity',
  unit_of_measurement: 'uom, measure unit, unit, measure unit code, uom code, code unit',
  unit_price: 'unit price, price, item price, item price unit',
  discount_rate: 'discount rate, discount percent, discount percent rate, line discount rate',
  discount_amount: 'discount amount, discount ringgit, line discount amount',
  charges_rate: 'charge rate, charge percent, charge percent rate',
  tax_type: 'tax type, tax code, type sst, code tax type',
  tax_rate: 'tax rate, tax percent, percent rate tax, percent sst, rate sst, percent rate sst',
  tax_exemption_reason: 'exemption reason, exemption reason tax, description exemption tax',
  product_tariff: 'tariff, tariff code, item tariff, item tariff code, tariff no',
  country_origin: 'country origin, origin, country item origin',
  subtotal: 'subtotal, sub total, line subtotal, line sub total',
  charges_amount: 'charge amount, charge total, amount charge total',
  total_excluding_tax:
    'total excluding tax, amount excluding tax, amount excluding tax total, line total, amount line, amount, total, ' +
    'amount total@@ amount, item total',
  tax_amount: 'tax, tax amount, sst amount, line tax, amount line tax',
}

const phrases = (spellings: string) => spellings.split(',').map((phrase) => phrase.trim())

const entries = (all: Spellings, prefix = '', word = '') =>
  Object.entries(all).flatMap(([field, spellings]) =>
    phrases(spellings).map((phrase) => {
      const words = `${word} ${phrase}`.split(' ').filter((one) => one !== '')
      return [inOrder(words), prefix + field] as const
    }),
  )

const MEANT: ReadonlyMap<string, string> = new Map([
  ...entries(OF_DOCUMENT),
  ...entries(OF_ANYBODY, 'customer.'),
  ...entries(OF_ANYBODY, 'customer.', 'customer'),
  ...entries(OF_CUSTOMER, 'customer.', 'customer'),
  ...entries(OF_LINE),
])

/** Our own name for it is sure, a known spelling surer than one with a slip. */
type Guess = { column: Column; doubt: 0 | 1 | 2 }

/**
 * Which field each column of a file seems to be, by its heading alone; undefined where that is not sure. Only our own
 * names, known spellings, and those with one slip in ten letters or more are. No field is guessed twice: of two columns
 * that speak for one field the surer one is taken, of two that are equally sure neither.
 */
export const guessColumns = (headings: readonly string[]): (Column | undefined)[] => {
  const guesses = headings.map(guess)
  return guesses.map((own) => {
    const rivals = guesses.filter((other) => other && other !== own && other.column === own?.column)
    return own && rivals.every((rival) => rival && rival.doubt > own.doubt) ? own.column : undefined
  })
}

const guess = (heading: string): Guess | undefined => {
  const known = columnOf(heading)
  if (known) return { column: known, doubt: 0 }
  const said = readWords(heading) ?? readWords(withoutCurrency(heading))
  if (!said) return undefined
  const meant = MEANT.get(said.words) ?? MEANT.get(readWords(withoutCurrency(heading))?.words ?? '')
  const column = meant === undefined ? undefined : columnHeaded(meant)
  return column && { column, doubt: said.slips > 0 ? 2 : 1 }
}

/** "Unit Price (RM)" is a unit price; the discount in ringgit is told from that in per cent before. */
const withoutCurrency = (heading: string) => heading.replaceAll(/\b(?:RM|MYR)\b/gi, ' ')

/** What no document can do without, and nothing stands for where it is absent. */
const REQUIRED: readonly string[] = [
  ...['invoice_number', 'invoice_type', 'sender_store_code'],
  ...['name', 'tin_no', 'identity_type', 'identity_number', 'contact_number'].map(
    (field) => `customer.${field}`,
  ),
  ...['address1', 'city', 'state', 'country'].map((field) => `customer.${field}`),
  ...['classification', 'item_description', 'unit_price'],
]

/**
 * The required fields that no column is, by their headings in the order of the template. `filled` are those that
 * defaults fill in.
 */
export const missingFields = (
  chosen: readonly (Column | undefined)[],
  filled: ReadonlySet<string> = new Set(),
): string[] => {
  const there = new Set(chosen.flatMap((column) => (column ? [headingOf(column)] : [])))
  return REQUIRED.filter((heading) => !there.has(heading) && !filled.has(heading))
}
