import type { EnteredLine } from './sums.ts'

const sales = { tax_type: '01', tax_rate: '10' }
const service = { tax_type: '02', tax_rate: '8' }
const exempt = { tax_type: 'E', exemption: 'Sales Tax (Persons Exempted from Payment of Tax) Order 2018' }

const line = (
  description: string,
  unit_price: string,
  quantity: string,
  more: Partial<EnteredLine> & Pick<EnteredLine, 'tax_type'>,
): EnteredLine => ({ classification: '022', description, unit_price, quantity, unit: 'EA', ...more })

/** A shipment of a trading company to a customer abroad: twenty lines, three tax types, both kinds of discount. */
export const LINES: readonly EnteredLine[] = [
  line('Ceiling fan, 56 inch, five blades, white', '42.50', '120', { ...sales, discount_rate: '5' }),
  line('吊扇遥控器（兼容五叶型）', '6.8025', '120', sales),
  line('மின்விசிறி இணைப்பு கம்பி 2 மீ', '3.75', '240', sales),
  line('Rice cooker 1.8 L, stainless steel', '28.90', '80', { ...sales, discount_amount: '112.00' }),
  line('电饭锅内胆 1.8 升', '9.15', '80', sales),
  line('Water heater, instant, 3.6 kW', '118.00', '24', sales),
  line('LED tube 18 W, T8, box of 25', '37.40', '36', { ...sales, unit: 'XBX', discount_rate: '2.5' }),
  line('Extension lead, 4 gang, 3 m, SIRIM', '7.20', '150', sales),
  line('Copper cable 2.5 mm², per metre', '0.8834', '1250.5', { ...sales, unit: 'MTR' }),
  line('Stand mixer 5 L', '96.00', '18', sales),
  line('Panduan pengguna, Bahasa Melayu dan Inggeris', '1.20', '300', exempt),
  line('பயனர் கையேடு (தமிழ்)', '1.20', '100', exempt),
  line('用户手册（中文）', '1.20', '200', exempt),
  line('Energy label study, printed', '14.00', '12', { ...exempt, discount_amount: '8.00' }),
  line('Export packing and fumigation, ISPM 15', '385.00', '1', service),
  line('Warehousing, Pulau Indah, 14 days', '46.50', '14', service),
  line('Haulage, Shah Alam to Port Klang', '410.00', '2', { ...service, discount_rate: '10' }),
  line('Customs agency fee', '150.00', '2', service),
  line('Certificate of origin, form ATIGA', '12.75', '4', service),
  line('Test report, IEC 60335, per model', '220.00', '3', service),
]

export const HEADER = {
  currency: 'USD',
  exchange_rate: '4.2150',
  rounding: '0.03',
  prepayment: '2500.00',
  contract: 'KT-EXP-2026-118',
  remarks: 'Bayaran dalam 30 hari. 请于三十日内付款。 முப்பது நாட்களுக்குள் செலுத்தவும்.',
} as const
