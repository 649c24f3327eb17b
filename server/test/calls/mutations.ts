import {
  DOCUMENT_TYPE_CODES,
  type DocumentEntry,
  isSelfBilled,
  type LineEntry,
  type Party,
} from '#domain/documents/document.ts'

/** A document changed in one place, or in the few that belong together. */
export type Mutation = { name: string; entry: DocumentEntry }

type Values<T> = { [K in keyof T]?: readonly T[K][] }

const GENERAL = ['EI00000000010', 'EI00000000020', 'EI00000000030', 'EI00000000040']
const BELL = 'Bell \u0007'
const HALF_PAIR = 'Half \ud83d'

/** Missing, blank, just fitting, too long by one. */
const lengths = (max: number) => ['', '  ', 'X'.repeat(max), 'X'.repeat(max + 1)]

const EMAILS = [
  ...[
    '',
    'NA',
    'nobody',
    'a@b',
    'a@b.example',
    'a@.example',
    'a@b@c.example',
    '<a@b.example>',
    'a b@c.example',
  ],
  ...['a@b.example,c@d.example', 'a@b.example;c@d.example', `${'x'.repeat(64)}@b.example`],
  ...[`a@${'b'.repeat(250)}.example`, `${'x'.repeat(64)}@${'b'.repeat(247)}.example`, '@b.example', 'a@b.'],
]

const PARTY_VALUES: Values<Party> = {
  name: [...lengths(300), BELL, '名'.repeat(300), '<&>"\r\n\t'],
  tin_no: [
    '',
    ' ',
    'C2584563201',
    'c2584563200',
    'XX1234567890',
    'C0584563200',
    'IG5600350007000',
    ...GENERAL,
  ],
  identity_type: ['', 'DRIVER', 'brn', 'TIN', 'SST', 'NA', 'NRIC', 'PASSPORT', 'ARMY', 'BRN'],
  identity_number: [...lengths(20), 'X'.repeat(12), 'X'.repeat(13), 'NA'],
  sst_no: [...lengths(35), 'NA', 'W10 1808', 'W10_1808', 'A;B', 'A;B;C', ';A', 'W10-1808;'],
  ttx_no: [...lengths(17), 'NA', 'A B', 'A;B', '123_4'],
  email: EMAILS,
  contact_number: [
    ...[
      '',
      '  ',
      'NA',
      '1234567',
      '12345678',
      '+1234567',
      '+123456',
      '03-12345678',
      '03 12345678',
      '++6012345678',
    ],
    ...[
      '60+12345678',
      '１２３４５６７８',
      '1'.repeat(20),
      '1'.repeat(21),
      `+${'1'.repeat(19)}`,
      `+${'1'.repeat(20)}`,
    ],
  ],
  address1: [...lengths(150), HALF_PAIR, 'NA'],
  address2: lengths(150),
  address3: lengths(150),
  zipcode: [...lengths(50), '50480', '5048', '504801', 'ABCDE', 'NA', '50 480', '５０４８０'],
  city: lengths(50),
  state: [...lengths(50), '00', '01', '16', '17', '18', '99', '1', 'Johor', ' 14'],
  country: ['', ' ', 'MY', 'mys', 'ZZZ', 'MYS', 'SGP', 'QQQ'],
  msic_code: ['', ' ', '99999', '4651', '465100', '00000'],
  business_description: [...lengths(300), 'NA', '"<&>"'],
}

const HEADER_VALUES: Values<DocumentEntry> = {
  invoice_type: ['', '05', '10', '1', '99', '01 ', ...DOCUMENT_TYPE_CODES],
  invoice_number: ['', '  ', 'X'.repeat(50), 'X'.repeat(51), ' X-1', 'X-1 ', 'A\nB', '番号-1', '<&>"', BELL],
  invoice_date: ['', '2026-11-21', '2026-02-30', '2026-11-19'],
  payment_due_date: [null, '2026-02-30'],
  invoice_currency: ['', 'RM', 'myr', 'XYZ', 'USD', 'MYR'],
  currency_exchange_rate: ['', '0', '-1', '4.2', '1e5', 'four', '12345678.123456', '12345678.1234567'],
  original_inv_number: ['', '  ', 'NA', 'X'.repeat(50), 'X'.repeat(51)],
  original_inv_ref_number: [
    '',
    '  ',
    'NA',
    'F9D425P6DS7D8IU0Q2K1ABCD12',
    'f9d425p6ds7d8iu0q2k1abcd12',
    'F9D4',
  ],
  document_remarks: [...lengths(300), BELL],
  agent_number: lengths(50),
  contract_number: lengths(50),
  frequency_of_billing: [...lengths(50), BELL],
  billing_start: ['2026-10-01', '2026-02-30', 'NA', '01/10/2026'],
  billing_end: ['2026-10-31', '2026-02-30', '2000-01-01'],
  prepayment_amount: ['0', '0.01', '-0.01', '999999999999999'],
  rounding_amount: ['0', '0.99', '-0.99', '1', '-1.00'],
  sender_store_code: [''],
  items: [[]],
}

const LINE_VALUES: Values<LineEntry> = {
  classification: ['', ' ', '999', '4', '004', '022', '036'],
  item_description: [...lengths(300), BELL, HALF_PAIR, '😀'.repeat(300), '<&>"'],
  unit_price: ['0', '-0.01', '0.00000001', '0.000000001', '999999999999999'],
  quantity: ['0', '-1', '0.00000001', '1.123456789', '999999999999999'],
  unit_of_measurement: ['', 'pcs', 'EAA', 'KGM'],
  tax_type: ['', '00', '07', '1', 'e', '01', '02', '03', '04', '05', '06', 'E'],
  tax_rate: ['0', '100', '100.01', '-1', '8.123456789'],
  tax_exemption_reason: [...lengths(300), '100% exempt', 'Order 2018 (A)'],
  discount_rate: ['0', '10', '100', '101', '-1', '3.123456789'],
  discount_amount: ['0.01', '-0.01', '99999999999'],
  charges_rate: ['0', '10', '101', '-1', '3.123456789'],
  product_tariff: ['', '8471.30.2000', '8471.30.20000', '8471-30'],
  country_origin: ['', 'MYS', 'CN', 'ZZZ'],
}

/** Every mutation of a document: each field on its own, then what must fit together. */
export const mutationsOf = (entry: DocumentEntry): Mutation[] => [
  ...each(HEADER_VALUES, (name, change) => ({ name, entry: { ...entry, ...change } })),
  ...(['sender', 'customer'] as const).flatMap((side) =>
    each(PARTY_VALUES, (name, change) => ({
      name: `${side}.${name}`,
      entry: { ...entry, [side]: { ...entry[side], ...change } },
    })),
  ),
  ...each(LINE_VALUES, (name, change) => ({ name: `items.0.${name}`, entry: withFirstLine(entry, change) })),
  ...pairs(entry),
]

const each = <T>(values: Values<T>, make: (name: string, change: Partial<T>) => Mutation): Mutation[] =>
  // `as`: the keys of a literal of type Values<T> are keys of T, and each value has the type of its key.
  (Object.entries(values) as [string, readonly unknown[]][]).flatMap(([field, list]) =>
    list.map((value) => {
      const { name, entry } = make(field, { [field]: value } as Partial<T>)
      return { name: `${name} ${shown(value)}`, entry }
    }),
  )

const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length <= 40 ? text : `${text.slice(0, 20)}… (${text.length - 2})`
}

const withFirstLine = (entry: DocumentEntry, change: Partial<LineEntry>): DocumentEntry => ({
  ...entry,
  items: entry.items.map((line, at) => (at === 0 ? { ...line, ...change } : line)),
})

const pairs = (entry: DocumentEntry): Mutation[] => {
  const mutations: Mutation[] = []
  const add = (name: string, change: Partial<DocumentEntry>) => {
    mutations.push({ name: `pair: ${name}`, entry: { ...entry, ...change } })
  }
  const receipts = entry.items.map((line) => ({ ...line, classification: '004' }))
  for (const side of ['sender', 'customer'] as const) {
    for (const [country, zipcode] of [
      ['MYS', '50480'],
      ['SGP', '018956'],
      ['GBR', 'SW1A 1AA'],
    ] as const) {
      for (const state of ['', '00', '01', '09', '16', '17', '18', 'Central', ' 14']) {
        add(`${side} ${country} ${state}`, { [side]: { ...entry[side], country, state, zipcode } })
      }
    }
    add(`${side} 17, receipts`, { [side]: { ...entry[side], country: 'MYS', state: '17' }, items: receipts })
    for (const tin_no of GENERAL) {
      for (const identity_type of ['NA', 'BRN']) {
        const party = { ...entry[side], tin_no, identity_type, identity_number: 'NA' }
        add(`${side} ${tin_no} ${identity_type} NA`, { [side]: party })
        add(`${side} ${tin_no} ${identity_type} NA, receipts`, { [side]: party, items: receipts })
      }
    }
  }
  for (const invoice_type of DOCUMENT_TYPE_CODES) {
    for (const original of ['', 'NA']) {
      add(`type ${invoice_type}, original ${original}`, {
        invoice_type,
        selfbilling: isSelfBilled(invoice_type),
        original_inv_number: original,
        original_inv_ref_number: original,
      })
    }
  }
  for (const currency_exchange_rate of ['', '0', '-4.2', '4.2', 'four', '12345678.1234567']) {
    add(`USD at ${currency_exchange_rate}`, { invoice_currency: 'USD', currency_exchange_rate })
  }
  const free = withFirstLine(entry, {
    unit_price: '999999999999999',
    quantity: '999999999999999',
    discount_rate: '100',
    discount_amount: '0',
  })
  add('absurd figures that cancel out', { items: free.items })
  return mutations
}
