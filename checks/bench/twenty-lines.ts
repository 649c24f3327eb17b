import type { TaxDocument } from '#domain/documents/document.ts'
import { buildDocument, buildLine } from '../../domain/test/build.ts'

const TAXES = [
  { tax_type: '01', tax_rate: '10.00' },
  { tax_type: '02', tax_rate: '8.00' },
  { tax_type: 'E', tax_rate: '0.00', tax_exemption_reason: 'Exempt goods, schedule A' },
] as const

/** A believable invoice: 20 lines, three tax types, every fourth line with a discount, foreign currency. */
export const buildTwentyLines = (): TaxDocument =>
  buildDocument({
    invoice_currency: 'USD',
    currency_exchange_rate: '4.2150',
    rounding_amount: '0.02',
    prepayment_amount: '150.00',
    items: Array.from({ length: 20 }, (_, index) =>
      buildLine({
        ...TAXES[index % TAXES.length],
        id: `line-${index + 1}`,
        item_description: `Item ${index + 1}: cable, 3 m, black & yellow`,
        unit_price: `${index + 10}.95`,
        quantity: `${index + 1}`,
        discount_rate: index % 4 === 0 ? '5.00' : '0.00',
      }),
    ),
  })
