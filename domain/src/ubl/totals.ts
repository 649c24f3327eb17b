import type { TaxDocument } from '../documents/document.ts'
import { type Decimal, isZero } from '../money/decimal.ts'
import { money, number } from './amounts.ts'
import { type Xml, xml } from './xml.ts'

/**
 * The sums ("mathematical mappings" of the MyInvois SDK). Discounts and fees exist per line only and are inside
 * the line amounts, so the document's own allowance and charge totals are zero. They are sent nevertheless: the
 * pages for credit and debit notes list the charge total as required.
 */
export const monetaryTotal = (document: TaxDocument): Xml => {
  const currency = document.invoice_currency
  const { rounding_amount: rounding } = document
  return xml`
    <cac:LegalMonetaryTotal>
      <cbc:LineExtensionAmount currencyID="${currency}">${money(document.total_net_amount)}</cbc:LineExtensionAmount>
      <cbc:TaxExclusiveAmount currencyID="${currency}">${money(document.total_excluding_tax)}</cbc:TaxExclusiveAmount>
      <cbc:TaxInclusiveAmount currencyID="${currency}">${money(document.total_including_tax)}</cbc:TaxInclusiveAmount>
      <cbc:AllowanceTotalAmount currencyID="${currency}">0.00</cbc:AllowanceTotalAmount>
      <cbc:ChargeTotalAmount currencyID="${currency}">0.00</cbc:ChargeTotalAmount>
      ${payableRounding(rounding, currency)}
      <cbc:PayableAmount currencyID="${currency}">${money(document.total_payable_amount)}</cbc:PayableAmount>
    </cac:LegalMonetaryTotal>`
}

/** What was paid before; taken off the payable amount. */
export const prepayment = (document: TaxDocument): Xml | null =>
  isZero(document.prepayment_amount)
    ? null
    : xml`
      <cac:PrepaidPayment>
        <cbc:PaidAmount currencyID="${document.invoice_currency}">${money(document.prepayment_amount)}</cbc:PaidAmount>
      </cac:PrepaidPayment>`

/** Ringgit for one unit of the document's currency; required whenever that is not MYR (reference §8). */
export const exchangeRate = (document: TaxDocument): Xml | null =>
  document.invoice_currency === 'MYR'
    ? null
    : xml`
      <cac:TaxExchangeRate>
        <cbc:SourceCurrencyCode>${document.invoice_currency}</cbc:SourceCurrencyCode>
        <cbc:TargetCurrencyCode>MYR</cbc:TargetCurrencyCode>
        <cbc:CalculationRate>${number(document.currency_exchange_rate)}</cbc:CalculationRate>
      </cac:TaxExchangeRate>`

const payableRounding = (rounding: Decimal, currency: string): Xml | null =>
  isZero(rounding)
    ? null
    : xml`<cbc:PayableRoundingAmount currencyID="${currency}">${money(rounding)}</cbc:PayableRoundingAmount>`
