/** A cell that is refused, and how a repair writes it; `beside` are further cells of its row. */
export type Repaired = {
  kind: string
  heading: string
  cell: string
  written: string
  beside?: Readonly<Record<string, string>>
}

const all = (
  kind: string,
  heading: string,
  cells: readonly (readonly [cell: string, written: string])[],
  beside?: Repaired['beside'],
): Repaired[] => cells.map(([cell, written]) => ({ kind, heading, cell, written, ...(beside && { beside }) }))

const NOTE = { invoice_type: '02', original_inv_number: 'INV-1', original_inv_ref_number: 'NA' }
const PERSON = { 'customer.tin_no': 'IG56003500070', 'customer.identity_number': '900101145678' }

/** Examples of every repair, in a file with semicolons: each cell is refused today, and taken as it is written. */
export const REPAIRED: readonly Repaired[] = [
  ...all('counted_days', 'invoice_date', [
    ['46347', '2026-11-21'],
    ['46348.0', '2026-11-22'],
  ]),
  ...all('month_first', 'invoice_date', [
    ['11/21/2026', '2026-11-21'],
    ['9-30-2026 0:00', '2026-09-30'],
  ]),
  ...all('short_year', 'payment_due_date', [
    ['21/12/26', '21/12/2026'],
    ['3-Dis-26', '3-Dis-2026'],
  ]),
  ...all('time_of_day', 'invoice_date', [
    ['2026-11-21 14:05', '2026-11-21'],
    ['21/11/2026 2:05 PM', '21/11/2026'],
    ['2026-11-21T09:30:00Z', '2026-11-21'],
    // What programs write for midnight in Malaysia.
    ['2026-11-21T16:00:00.000Z', '2026-11-22'],
    ['2026-11-30 23:59:59Z', '2026-12-01'],
    ['2026-11-22T14:05:00+08:00', '2026-11-22'],
    ['2026-11-22T23:05:00-05:00', '2026-11-23'],
  ]),
  ...all('decimal_comma', 'unit_price', [
    ['12,50', '12.50'],
    ['1.234,50', '1234.50'],
    ['1,250', '1.2500'],
    ['RM 1 234,5', 'RM 1234.5'],
  ]),
  ...all('decimal_comma', 'tax_rate', [['8,0', '8.0']]),
  ...all('comma_out', 'unit_price', [
    ['1,250', '1250'],
    ['RM 1,250', 'RM 1250'],
  ]),
  ...all('point_out', 'unit_price', [
    ['1.250', '1250'],
    ['RM 1.250', 'RM 1250'],
    ['1.234.567', '1234567'],
  ]),
  ...all('point_kept', 'quantity', [
    ['1.250', '1.2500'],
    ['2.055', '2.0550'],
  ]),
  ...all('minus', 'rounding_amount', [
    ['(0.02)', '-0.02'],
    ['0.03-', '-0.03'],
    ['RM (0.02)', 'RM -0.02'],
  ]),
  ...all('currency_first', 'unit_price', [
    ['12.50 MYR', 'MYR 12.50'],
    ['1,250.00RM', 'RM 1,250.00'],
  ]),
  ...all('unit_out', 'quantity', [
    ['10 pcs', '10'],
    ['2.5kg', '2.5'],
  ]),
  ...all('eight_places', 'unit_price', [
    ['12.30000000000000071', '12.3'],
    ['2.05500000000000071', '2.0550'],
  ]),
  ...all('two_places', 'discount_amount', [['1.005', '1.01']]),
  ...all('eight_places', 'tax_rate', [['5.33333333333', '5.33333333']]),
  ...all('four_places', 'discount_rate', [
    ['33.333333', '33.3333'],
    ['5.33335', '5.3334'],
    ['5.33299999', '5.3330'],
    // Rounded to eight before, it would be 5.3334.
    ['5.33334999999999', '5.3333'],
  ]),
  ...all('code_of_name', 'customer.state', [
    ['Penang', '07'],
    ['W.P. Kuala Lumpur', '14'],
    ['Selangor Darul Ehsan', '10'],
    ['N. Sembilan', '05'],
  ]),
  ...all('code_of_name', 'customer.country', [["M'sia", 'MYS']]),
  ...all('code_of_name', 'country_origin', [['South Korea', 'KOR']]),
  ...all('code_of_name', 'unit_of_measurement', [
    ['each', 'EA'],
    ['PCS', 'H87'],
    ['boxes', 'XBX'],
    ['kg', 'KGM'],
  ]),
  ...all('code_of_name', 'customer.identity_type', [
    ['SSM', 'BRN'],
    ['Business Registration', 'BRN'],
  ]),
  ...all(
    'code_of_name',
    'customer.identity_type',
    [
      ['New IC', 'NRIC'],
      ['MyKad', 'NRIC'],
    ],
    PERSON,
  ),
  ...all('code_of_name', 'invoice_type', [
    ['Invoice', '01'],
    ['INV', '01'],
  ]),
  ...all('code_of_name', 'invoice_type', [['Credit Note', '02']], NOTE),
  ...all('code_of_name', 'tax_type', [['nil', '06']], { tax_rate: '0' }),
  ...all('code_of_name', 'classification', [['Others', '022']]),
  ...all('code_of_name', 'invoice_currency', [
    ['RM', 'MYR'],
    ['myr', 'MYR'],
  ]),
  ...all('signs_out', 'customer.contact_number', [
    ['(03) 2161 4455', '0321614455'],
    ['03.2161.4455', '0321614455'],
    ['+60 (3) 2161-4455', '+60321614455'],
  ]),
  ...all('signs_out', 'customer.tin_no', [
    ['C.25845632020', 'C25845632020'],
    ['TIN: C 25845632020', 'C25845632020'],
  ]),
  ...all('signs_out', 'customer.zipcode', [['50 400', '50400']]),
  ...all('signs_out', 'customer.email', [['akaun @serijaya.example', 'akaun@serijaya.example']]),
  ...all('signs_out', 'customer.sst_no', [['W10 1808 32000059', 'W10180832000059']]),
  ...all('signs_out', 'product_tariff', [['8539.50.00.00', '8539500000']]),
  ...all(
    'signs_out',
    'original_inv_ref_number',
    [['F9D425P6DS7D8IU-K4T9QXJ0H10', 'F9D425P6DS7D8IUK4T9QXJ0H10']],
    NOTE,
  ),
  ...all('first_of_several', 'customer.contact_number', [['03-2161 4455 / 012-345 6789', '0321614455']]),
  ...all('first_of_several', 'customer.email', [
    ['akaun@serijaya.example; ali@serijaya.example', 'akaun@serijaya.example'],
  ]),
  ...all('zero_in_front', 'customer.zipcode', [['1000', '01000']]),
  ...all('todays_number', 'customer.identity_number', [
    ['201901012345 (1234567-A)', '201901012345'],
    ['1234567-A / 2019 0101 2345', '201901012345'],
  ]),
  ...all(
    'capitals',
    'original_inv_ref_number',
    [['f9d425p6ds7d8iuk4t9qxj0h10', 'F9D425P6DS7D8IUK4T9QXJ0H10']],
    NOTE,
  ),
  ...all('yes_no', 'selfbilling', [
    ['no', 'false'],
    ['Tidak', 'false'],
  ]),
  ...all('clock', 'invoice_time', [
    ['2:05 PM', '14:05'],
    ['12 am', '00:00'],
  ]),
  ...all('unseen_out', 'item_description', [['Kertas\u0007 A4', 'Kertas A4']]),
]
