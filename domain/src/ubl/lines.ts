import type { Line, TaxDocument } from '../documents/document.ts'
import { asFraction, type Decimal, isZero, percentOf } from '../money/decimal.ts'
import { money, number } from './amounts.ts'
import { lineTax } from './tax.ts'
import { filled, type Xml, xml } from './xml.ts'

/** The lines in the order of the document, numbered from 1. */
export const invoiceLines = (document: TaxDocument): Xml[] =>
  document.items.map((line, index) => invoiceLine(line, String(index + 1), document.invoice_currency))

const invoiceLine = (line: Line, id: string, currency: string): Xml => xml`
  <cac:InvoiceLine>
    <cbc:ID>${id}</cbc:ID>
    ${quantity(line)}
    <cbc:LineExtensionAmount currencyID="${currency}">${money(line.total_excluding_tax)}</cbc:LineExtensionAmount>
    ${discount(line, currency)}
    ${fee(line, currency)}
    ${lineTax(line, currency)}
    <cac:Item>
      <cbc:Description>${line.item_description}</cbc:Description>
      ${
        filled(line.country_origin) &&
        xml`
        <cac:OriginCountry>
          <cbc:IdentificationCode>${line.country_origin}</cbc:IdentificationCode>
        </cac:OriginCountry>`
      }
      ${filled(line.product_tariff) && classification('PTC', line.product_tariff)}
      ${classification('CLASS', line.classification)}
    </cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="${currency}">${number(line.unit_price)}</cbc:PriceAmount></cac:Price>
    <cac:ItemPriceExtension>
      <cbc:Amount currencyID="${currency}">${money(line.subtotal)}</cbc:Amount>
    </cac:ItemPriceExtension>
  </cac:InvoiceLine>`

const quantity = ({ unit_of_measurement: unit, quantity }: Line): Xml => xml`
  <cbc:InvoicedQuantity unitCode="${filled(unit) ?? 'EA'}">${number(quantity)}</cbc:InvoicedQuantity>`

const classification = (list: 'CLASS' | 'PTC', code: string): Xml => xml`
  <cac:CommodityClassification>
    <cbc:ItemClassificationCode listID="${list}">${code}</cbc:ItemClassificationCode>
  </cac:CommodityClassification>`

/** The amount rules: a rate that does not lead to it is not sent, since the two would contradict each other. */
const discount = (line: Line, currency: string): Xml | null => {
  if (isZero(line.discount_amount)) return null
  const { discount_rate: rate, discount_amount: amount } = line
  const explained = !isZero(rate) && percentOf(line.subtotal, rate) === amount
  return allowance({ charge: 'false', reason: 'Discount', rate: explained ? rate : '0', amount, currency })
}

const fee = (line: Line, currency: string): Xml | null =>
  isZero(line.charges_amount)
    ? null
    : allowance({
        charge: 'true',
        reason: 'Fee',
        rate: line.charges_rate,
        amount: line.charges_amount,
        currency,
      })

/** `rate` in per cent; the portal has no field for the reason, so a plain word stands there. */
type Allowance = {
  charge: 'true' | 'false'
  reason: string
  rate: Decimal
  amount: Decimal
  currency: string
}

const allowance = ({ charge, reason, rate, amount, currency }: Allowance): Xml => xml`
  <cac:AllowanceCharge>
    <cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason>
    ${isZero(rate) ? null : xml`<cbc:MultiplierFactorNumeric>${asFraction(rate)}</cbc:MultiplierFactorNumeric>`}
    <cbc:Amount currencyID="${currency}">${money(amount)}</cbc:Amount>
  </cac:AllowanceCharge>`
