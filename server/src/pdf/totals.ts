import { TAX_TYPES } from '#codes/lists.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { sumByTaxType } from '#domain/documents/totals.ts'
import { add, convert, type Decimal, isZero, subtract } from '#domain/money/decimal.ts'
import { formatAmount, formatMoney } from '#domain/money/format.ts'

/** `ringgit` is the MYR equivalent, empty in a document that is in MYR already. */
export type TotalFields = { label: string; amount: string; ringgit: string; strong: boolean }

export type TaxFields = { label: string; taxable: string; tax: string; reason: string }

/** One row per tax type, as the header of the submitted document states them. */
export const toTaxFields = (document: TaxDocument): TaxFields[] =>
  sumByTaxType(document.items).map((row) => ({
    label: TAX_TYPES.describe(row.tax_type)?.replace(/ \(.*\)$/, '') ?? row.tax_type,
    taxable: formatAmount(row.taxable_amount),
    tax: formatAmount(row.tax_amount),
    reason: row.tax_type === 'E' ? row.tax_exemption_reason : '',
  }))

/** From the sum of the lines down to what is to be paid; rows that say nothing are left out. */
export const toTotalFields = (document: TaxDocument): TotalFields[] => {
  const sum = (pick: (line: TaxDocument['items'][number]) => Decimal) => add('0', ...document.items.map(pick))
  const fees = sum((line) => line.charges_amount)
  const plainSum = isZero(document.total_discount_value) && isZero(fees)
  const row = (label: string, amount: Decimal, kind: 'always' | 'unless zero' | 'strong' = 'always') =>
    kind === 'unless zero' && isZero(amount) ? [] : [toRow(document, label, amount, kind === 'strong')]
  return [
    ...(plainSum
      ? []
      : row(
          'Subtotal',
          sum((line) => line.subtotal),
        )),
    ...row('Discount', subtract('0', document.total_discount_value), 'unless zero'),
    ...row('Fees and charges', fees, 'unless zero'),
    ...row('Total excluding tax', document.total_excluding_tax),
    ...row('Total tax', document.total_tax_amount),
    ...row('Total including tax', document.total_including_tax),
    ...row('Rounding', document.rounding_amount, 'unless zero'),
    ...row('Prepayment', subtract('0', document.prepayment_amount), 'unless zero'),
    ...row('Total payable', document.total_payable_amount, 'strong'),
  ]
}

const toRow = (document: TaxDocument, label: string, amount: Decimal, strong: boolean): TotalFields => {
  const { invoice_currency: currency, currency_exchange_rate: rate } = document
  const ringgit = currency === 'MYR' ? '' : formatMoney('MYR', convert(amount, rate))
  return { label, amount: formatMoney(currency, amount), ringgit, strong }
}
