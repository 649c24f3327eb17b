import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLUMNS, headingOf } from './columns.ts'
import { guessColumns, missingFields } from './guess.ts'

const guess = (heading: string) => {
  const [column] = guessColumns([heading])
  return column && headingOf(column)
}

/** What each column is called in files of accounting programs and of people, in English and Malay. */
const SPELLINGS: Readonly<Record<string, string>> = {
  invoice_number:
    'No Invois; No. Invois; Nombor Invois; Inv No; Inv No.; INVNO; InvoiceNo; Invoice #; Invoice Number; Bill No; ' +
    'e-Invoice No; Doc No; Document Number; DocNo; No Dokumen; Invoice; INVOICE_NO; Invoice Ref No; Invoce Number',
  invoice_type: 'Invoice Type; Jenis Invois; Doc Type; Jenis Dokumen; e-Invoice Type; Invoice Type Code',
  invoice_date:
    'Tarikh; Date; Tarikh Invois; Inv Date; Invoice Date; Doc Date; DOCDATE; Issue Date; Date of Invoice',
  sender_store_code:
    'Branch; Cawangan; Kod Cawangan; Branch Code; Outlet; Department Code; Kod Jabatan; Store Code; Dept',
  sender_entity_code: 'Company Code; Kod Syarikat; sender_entity_code',
  invoice_currency:
    'Currency; Mata Wang; Matawang; Curr; CCY; Currency Code; Kod Mata Wang; Invoice Currency',
  currency_exchange_rate:
    'Exchange Rate; Kadar Tukaran; FX Rate; Kadar Pertukaran; Currency Rate; Exch. Rate?no',
  'customer.name':
    'Pembeli; Nama Pembeli; Buyer; Buyer Name; Customer; Customer Name; Nama Pelanggan; Client Name; CustName; ' +
    'Bill To; Bill-To Name; Debtor Name; Buyer’s Name?no; Customer Company Name; NAMA_PEMBELI; Custmer Name',
  'customer.entity_code':
    'Customer Code; Kod Pelanggan; Debtor Code; Cust No; Customer No.; Client Code; Customer Account No',
  'customer.tin_no':
    'Buyer TIN; TIN; TIN No; TIN Number; Customer TIN; Tax ID No; Tax Identification Number; Buyer Tax No; ' +
    'TIN Pembeli; No. Cukai Pembeli; No Pengenalan Cukai; No. Cukai Pendapatan; Buyer_TIN',
  'customer.identity_type':
    'ID Type; Jenis Pengenalan; Buyer ID Type; Identification Type; Registration Type',
  'customer.identity_number':
    'No. Pengenalan; No Pengenalan; ID No; ID Number; Identification No.; NRIC; IC No; No K/P; No. KP; I.C. No; BRN; ' +
    'SSM No; Business Registration No; Buyer BRN; No Pendaftaran; No. Pendaftaran Syarikat; Co. Reg. No; Buyer ID No',
  'customer.sst_no': 'SST No; SST Number; No SST; SST Registration No; No. Pendaftaran SST; Buyer SST No',
  'customer.ttx_no': 'Tourism Tax No; TTX No; No Cukai Pelancongan; Tourism Tax Registration Number',
  'customer.email': 'Email; E-mail; Emel; E-mel; Buyer Email; Email Address; Alamat Emel; Emel Pembeli',
  'customer.contact_number':
    'Phone; Tel; Tel No; Telephone No.; No Telefon; No. Tel; Contact No; H/P No; Buyer Phone; Contact Number',
  'customer.address1':
    'Alamat; Address; Address 1; Alamat 1; Address Line 1; Buyer Address; Alamat Pembeli; Addr1; Baris Alamat 1',
  'customer.address2': 'Alamat 2; Address 2; Addr2; Buyer Address Line 2; ADDRESS_2',
  'customer.address3': 'Alamat 3; Address 3; Buyer Address 3',
  'customer.zipcode':
    'Poskod; Postcode; Zip; Zip Code; Postal Code; Post Code?no; Buyer Postcode; POSKOD PEMBELI',
  'customer.city': 'Bandar; City; Town; Buyer City; Bandar Pembeli',
  'customer.state': 'Negeri; State; State Code; Kod Negeri; Buyer State; Customer State',
  'customer.country': 'Negara; Country; Country Code; Kod Negara; Buyer Country; Negara Pembeli',
  'customer.msic_code': 'MSIC; MSIC Code; Kod MSIC; Supplier MSIC?no',
  'customer.business_description': 'Business Activity; Aktiviti Perniagaan; Business Activity Description',
  classification:
    'Classification; Klasifikasi; Classification Code; Kod Klasifikasi; Class Code; Item Classification Code',
  item_description:
    'Description; Keterangan; Perihal; Item Description; Item Desc; Keterangan Barang; Item; ' +
    'Product Name; Nama Produk; Particulars; Butiran; Desciption; Product Descripton',
  quantity: 'Quantity; Qty; Kuantiti; QTY.; Item Qty; Kuantitti?no; Kuantitti Item',
  unit_of_measurement: 'UOM; Unit; Unit of Measure; Unit of Measurement; Unit Ukuran; UOM Code; U/M',
  unit_price:
    'Harga Seunit; Unit Price; Price; Harga; UnitPrice; Unit Price (RM); Harga Seunit (RM); ' +
    'Price per Unit; Item Price; UNIT_PRICE',
  discount_rate: 'Discount %; Disc %; Diskaun (%); Kadar Diskaun; Discount Rate (%); Discount Percentage',
  discount_amount: 'Discount Amount; Disc Amt; Amaun Diskaun; Discount (RM); Diskaun RM; Disc. Amount',
  charges_rate: 'Charges %; Charge Rate; Kadar Caj; Fee %',
  tax_type: 'Tax Type; Jenis Cukai; Tax Code; Kod Cukai; SST Type',
  tax_rate: 'Tax Rate; Kadar Cukai; Tax %; Tax Rate (%); SST %; SST Rate; Cukai (%)',
  tax_exemption_reason:
    'Tax Exemption Reason; Sebab Pengecualian Cukai; Details of Tax Exemption; Exemption Reason',
  product_tariff: 'Tariff Code; HS Code; Kod Tarif; Product Tariff Code; Tarif',
  country_origin: 'Country of Origin; Negara Asal; Origin',
  invoice_time: 'Invoice Time; Masa Invois; Issue Time',
  payment_due_date: 'Due Date; Payment Due Date; Tarikh Akhir Bayaran; Invoice Due Date; DueDate',
  document_type: 'document_type',
  selfbilling: 'Self Billing; Self-Billed; Self Billed Invoice; Selfbilling',
  original_inv_number: 'Original Invoice No; No Invois Asal; Original Inv No.; Original Document Number',
  original_inv_ref_number: 'Original Invoice UUID; Original UUID; LHDN Original UUID',
  document_remarks: 'Remarks; Catatan; Remark; Invoice Remarks; Comments',
  rounding_amount: 'Rounding; Pembundaran; Rounding Amt; Amaun Pembundaran',
  prepayment_amount: 'Prepayment; Prepaid Amount; Prepayment Amt',
  billing_start: 'Billing Period Start; Billing Start Date; Period From',
  billing_end: 'Billing Period End; Billing End Date; Tarikh Tamat Bil?no',
  frequency_of_billing: 'Billing Frequency; Frequency of Billing; Kekerapan',
  agent_number: 'Agent No; No Ejen; Agent Code',
  contract_number: 'Contract No; No Kontrak; Contract Number; Contract Ref',
  subtotal: 'Subtotal; Sub Total; Jumlah Kecil; Line Subtotal; SUB-TOTAL (RM)',
  charges_amount: 'Charges Amount; Charge Amt; Amaun Caj; Total Charges',
  total_excluding_tax:
    'Jumlah; Amount; Amaun; Amount (RM); Total; Line Total; Total Excl. Tax; Jumlah Tanpa Cukai; Amount before Tax',
  tax_amount: 'Cukai; Tax; Tax Amount; Amaun Cukai; Tax Amt (RM); SST Amount',
  'document.total_excluding_tax': 'Invoice Total Excl Tax; document.total_excluding_tax',
  total_including_tax: 'Total Incl. Tax; Amount incl Tax; Jumlah Termasuk Cukai; Invoice Total Including Tax',
  total_net_amount: 'Total Net Amount; Jumlah Amaun Bersih',
  total_discount_value: 'Total Discount; Jumlah Diskaun; Total Discount Amount',
  total_tax_amount: 'Total Tax; Jumlah Cukai; Total Tax Amount; Jumlah Amaun Cukai',
  total_payable_amount:
    'Total Payable; Amount Payable; Grand Total; Jumlah Keseluruhan; Total Payable Amt; Jumlah Besar',
}
const split = (texts: string) => texts.split(';').map((text) => text.trim())
const CASES = Object.entries(SPELLINGS).flatMap(([field, texts]) =>
  split(texts).flatMap((text) => (text.endsWith('?no') ? [] : [[text, field] as const])),
)
const DOUBTFUL = Object.values(SPELLINGS)
  .flatMap(split)
  .flatMap((text) => (text.endsWith('?no') ? [text.slice(0, -3)] : []))

test('the table of spellings is a real one', () => {
  expect(CASES.length).toBeGreaterThan(250)
})

test.each(CASES)('%j is %s', (text, field) => {
  expect(guess(text)).toBe(field)
})

/** They look like a field, or are half of one; the clerk says what they are. */
const LOOKALIKES = [
  ...[
    'No',
    'No.',
    'Bil',
    'Bil.',
    'Nama',
    'Name',
    'Code',
    'Kod',
    'Type',
    'Rate',
    'ID',
    'Buyer ID',
    'Reference',
    'Ref No',
  ],
  ...[
    'Discount',
    'Diskaun',
    'Charges',
    'Net Amount',
    'Gross Amount',
    'Balance',
    'Amount Paid',
    'Invoice Rate',
  ],
  ...[
    'Delivery Date',
    'Tarikh Penghantaran',
    'Tarikh Akhir',
    'Due Amount',
    'Order No',
    'Order Date',
    'Payment Date',
  ],
  ...[
    'Date Created',
    'Posting Date',
    'Status',
    'Customer Status',
    'Customer County',
    'Change Amount',
    'Contact',
  ],
  ...[
    'Supplier Name',
    'Supplier TIN',
    'Seller',
    'Nama Pembekal',
    'Supplier Address',
    'Seller SST No',
    'Company Name',
  ],
  ...[
    'Item Code',
    'Product Code',
    'Stock Code',
    'Quality',
    'Unit Cost',
    'Cost Price',
    'Delivery Address',
    'Ship To',
  ],
  ...[
    'Customer Group',
    'Salesman',
    'Credit Limit',
    'Account No',
    'Batch No',
    'Warehouse',
    'GST',
    'SST',
    'Tax Invoice',
  ],
  ...[
    'Address 4',
    'Address 11',
    'Alamat 12',
    'Phone 2',
    'Total Weight',
    'Amount in Words',
    'UUID',
    'Remarks 2',
  ],
  ...['Invoice Dates and Times', '', ' ', '—', '日付', '__proto__', 'constructor', 'Column1', 'F1'],
]

test.each([...LOOKALIKES, ...DOUBTFUL])('%j is not guessed', (text) => {
  expect(guess(text)).toBeUndefined()
})

describe('a heading', () => {
  test('in our own words is always known', () => {
    for (const column of COLUMNS) expect(guessColumns([headingOf(column)])).toEqual([column])
  })

  test('is the same in capital letters, with other signs between its words, and in another order', () => {
    const signs = fc.constantFrom(' ', '_', '-', '.', ' / ', ' – ')
    fc.assert(
      fc.property(
        fc.constantFrom('No Invois', 'Buyer TIN', 'Unit Price', 'Tax Rate', 'Address Line 1'),
        signs,
        (text, sign) => {
          const words = text.split(' ')
          expect(guess(words.join(sign).toUpperCase())).toBe(guess(text))
          if (!/\d/.test(text)) expect(guess(words.toReversed().join(sign))).toBe(guess(text))
        },
      ),
    )
  })

  test('of any letters is guessed without a fault, in no time', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 90, unit: 'grapheme' }), { maxLength: 40 }), (headings) => {
        expect(guessColumns(headings)).toHaveLength(headings.length)
      }),
    )
    const started = performance.now()
    guessColumns(
      Array.from({ length: 200 }, () => 'subtotalselfbillingsubtotalselfbillingsubtotalselfbillingz'),
    )
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('no field is guessed twice', () => {
  const among = (...headings: string[]) => guessColumns(headings).map((column) => column && headingOf(column))

  test('our own name goes before a spelling, and a spelling before one with a slip', () => {
    expect(among('No Invois', 'invoice_number')).toEqual([undefined, 'invoice_number'])
    expect(among('Custmer Name', 'Buyer')).toEqual([undefined, 'customer.name'])
  })

  test('of two that are equally sure neither is taken', () => {
    expect(among('Description', 'Keterangan', 'Qty')).toEqual([undefined, undefined, 'quantity'])
    expect(among('unit_price', 'Unit Price')).toEqual([undefined, undefined])
  })

  test('whatever the headings', () => {
    const texts = CASES.map(([text]) => text)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...texts), { maxLength: 60 }), (headings) => {
        const guessed = guessColumns(headings).filter((column) => column !== undefined)
        expect(new Set(guessed).size).toBe(guessed.length)
      }),
    )
  })
})

test('a required field that no column is, and no default fills, is named as the template has it', () => {
  const chosen = guessColumns(split(SPELLINGS['customer.name'] ?? '').slice(0, 1))
  const missing = missingFields(chosen)
  expect(missing).toContain('invoice_number')
  expect(missing).not.toContain('customer.name')
  expect(missingFields(chosen, new Set(missing))).toEqual([])
  for (const heading of missing) expect(COLUMNS.map(headingOf)).toContain(heading)
})
