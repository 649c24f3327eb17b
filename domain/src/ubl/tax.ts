import type { Line, TaxDocument } from '../documents/document.ts'
import { isUntaxed, sumByTaxType, type TaxSum } from '../documents/totals.ts'
import { money, number } from './amounts.ts'
import { filled, type Xml, xml } from './xml.ts'

/**
 * The document's taxes, one subtotal per type. Exempt amounts (E) and type 06 stand there with tax 0.00 and so
 * add nothing to the total (reference §3.2, 12).
 */
export const documentTax = (document: TaxDocument): Xml => {
  const currency = document.invoice_currency
  return xml`
    <cac:TaxTotal>
      <cbc:TaxAmount currencyID="${currency}">${money(document.total_tax_amount)}</cbc:TaxAmount>
      ${sumByTaxType(document.items).map((sum) => subtotal(sum, currency))}
    </cac:TaxTotal>`
}

/** One line's tax: its type, and the rate in per cent where the type has one. */
export const lineTax = (line: Line, currency: string): Xml => xml`
  <cac:TaxTotal>
    <cbc:TaxAmount currencyID="${currency}">${money(line.tax_amount)}</cbc:TaxAmount>
    ${subtotal(lineSum(line), currency, rate(line))}
  </cac:TaxTotal>`

const lineSum = ({ tax_type, tax_amount, tax_exemption_reason, total_excluding_tax }: Line): TaxSum => ({
  tax_type,
  taxable_amount: total_excluding_tax,
  tax_amount,
  tax_exemption_reason,
})

const rate = (line: Line): Xml | null =>
  isUntaxed(line.tax_type) ? null : xml`<cbc:Percent>${number(line.tax_rate)}</cbc:Percent>`

const subtotal = (sum: TaxSum, currency: string, percent: Xml | null = null): Xml => xml`
  <cac:TaxSubtotal>
    <cbc:TaxableAmount currencyID="${currency}">${money(sum.taxable_amount)}</cbc:TaxableAmount>
    <cbc:TaxAmount currencyID="${currency}">${money(sum.tax_amount)}</cbc:TaxAmount>
    ${percent}
    <cac:TaxCategory>
      <cbc:ID>${sum.tax_type}</cbc:ID>
      ${exemption(sum)}
      <cac:TaxScheme><cbc:ID schemeAgencyID="6" schemeID="UN/ECE 5153">OTH</cbc:ID></cac:TaxScheme>
    </cac:TaxCategory>
  </cac:TaxSubtotal>`

/** Only exempt rows carry a reason; the form keeps a default text on other lines, which means nothing there. */
const exemption = (sum: TaxSum): Xml | null =>
  sum.tax_type === 'E' && filled(sum.tax_exemption_reason)
    ? xml`<cbc:TaxExemptionReason>${sum.tax_exemption_reason}</cbc:TaxExemptionReason>`
    : null
