/** Files as a company's own program writes them: Malay headings, in its order, with columns that are nobody's. */

const HEADINGS = [
  ...['Salesman', 'Tarikh', 'No Invois', 'Jenis', 'Cawangan', 'Nama Pembeli', 'Buyer TIN', 'ID Type'],
  ...['No. Pengenalan', 'No Telefon', 'Alamat', 'Poskod', 'Bandar', 'Negeri', 'Negara', 'Kod Klasifikasi'],
  ...['Keterangan', 'Kuantiti', 'UOM', 'Harga Seunit', 'Kod Cukai', 'Kadar Cukai', 'Bil'],
] as const
type Cells = Record<(typeof HEADINGS)[number], string>

const BUYERS: readonly Partial<Cells>[] = [
  {
    'Nama Pembeli': 'Perniagaan Seri Jaya Sdn Bhd',
    'Buyer TIN': 'C25845632020',
    'No. Pengenalan': '201901012345',
  },
  {
    ...{ 'Nama Pembeli': 'Tanjung Bungah Hardware Sdn Bhd', 'Buyer TIN': 'C20713344060' },
    ...{ 'No. Pengenalan': '200701033445', Alamat: '88 Jalan Sungai Kelian', Poskod: '11200' },
    ...{ Bandar: 'Tanjung Bungah', Negeri: 'Pulau Pinang' },
  },
]
const GOODS: readonly Partial<Cells>[] = [
  { Keterangan: 'LED lamp 9 W, warm white', Kuantiti: '24', 'Harga Seunit': '12.50' },
  { Keterangan: 'Power cable, 3 m', Kuantiti: '10', 'Harga Seunit': '18.90' },
  { Keterangan: 'Kertas A4, 80 g', Kuantiti: '5', 'Harga Seunit': '14.20' },
]

/** What is wrong in a row, and how many rows have it: nine ways, 37 rows. */
const FAULTS: readonly [times: number, cells: Partial<Cells>][] = [
  [8, { Negeri: 'W.P. Kuala Lumpur' }],
  [6, { Tarikh: '11/21/2026' }],
  [5, { 'Harga Seunit': '12,50' }],
  [5, { 'Buyer TIN': 'C258' }],
  [4, { Poskod: '1000' }],
  [4, { 'No Telefon': '03-2161 4455 / 012-345 6789' }],
  [2, { UOM: 'pcs' }],
  [2, { Kuantiti: '0' }],
  [1, { 'No. Pengenalan': '' }],
]
const FAULTY = FAULTS.flatMap(([times, cells]) => Array.from({ length: times }, () => cells))
export const BAD_ROWS = FAULTY.length
export const FAULT_KINDS = FAULTS.length

const rowOf = (prefix: string, at: number, faulty: Partial<Cells> | undefined): Cells => ({
  ...{
    Salesman: at % 3 ? 'Lim' : 'Farah',
    Tarikh: '21/11/2026',
    'No Invois': `${prefix}${at + 1}`,
    Jenis: '1',
  },
  ...{ Cawangan: 'KUL01', 'Nama Pembeli': '', 'Buyer TIN': '', 'ID Type': 'BRN', 'No. Pengenalan': '' },
  ...{ 'No Telefon': '03-2161 4455', Alamat: '12 Jalan Tun Razak', Poskod: '50400', Bandar: 'Kuala Lumpur' },
  ...{ Negeri: 'Kuala Lumpur', Negara: 'Malaysia', 'Kod Klasifikasi': '22', Keterangan: '', Kuantiti: '' },
  ...{ UOM: 'EA', 'Harga Seunit': '', 'Kod Cukai': '1', 'Kadar Cukai': '10', Bil: String(at + 1) },
  ...BUYERS[at % BUYERS.length],
  ...GOODS[at % GOODS.length],
  ...faulty,
})

/** A file of so many documents, each of one row, 37 of them bad in nine ways, far from each other. */
export const salesFile = (prefix: string, rows: number): string => {
  const every = Math.floor(rows / FAULTY.length)
  const lines = Array.from({ length: rows }, (_, at) => {
    const faulty = at % every === every - 1 ? FAULTY[Math.floor(at / every)] : undefined
    const cells = rowOf(prefix, at, faulty)
    return HEADINGS.map((heading) =>
      cells[heading].includes(',') ? `"${cells[heading]}"` : cells[heading],
    ).join(',')
  })
  return [HEADINGS.join(','), ...lines].join('\r\n')
}

/**
 * The same documents under our own headings and without faults, as an integration sends them. `dates` are those of the
 * first ones; the others are of today, which a file that says no date leaves to us.
 */
export const integrationFile = (prefix: string, rows: number, dates: readonly string[] = []): string => {
  const headings =
    'invoice_number,invoice_type,sender_store_code,customer.name,customer.tin_no,customer.identity_type,' +
    'customer.identity_number,customer.contact_number,customer.address1,customer.zipcode,customer.city,' +
    'customer.state,customer.country,classification,item_description,quantity,unit_price,tax_type,tax_rate,' +
    'invoice_date'
  const others = dates.length > 0 ? malaysianToday() : ''
  const row = (at: number) =>
    `${prefix}${at + 1},01,KUL01,Perniagaan Seri Jaya Sdn Bhd,C25845632020,BRN,201901012345,0321614455,` +
    `12 Jalan Tun Razak,50400,Kuala Lumpur,14,MYS,022,Kertas A4,10,12.50,01,10,${dates[at] ?? others}`
  return [headings, ...Array.from({ length: rows }, (_, at) => row(at))].join('\n')
}

const malaysianToday = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
