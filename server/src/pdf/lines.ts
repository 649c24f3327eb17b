import { COUNTRIES, UNITS } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import type { Line } from '#domain/documents/document.ts'
import { isUntaxed } from '#domain/documents/totals.ts'
import { formatQuantity, formatRate, formatUnitPrice, formatUnlessZero } from '#domain/money/figures.ts'
import { formatAmount } from '#domain/money/format.ts'
import { inTitleCase } from '#domain/text/title-case.ts'

/** One row of the line table, every cell ready to print; amounts without the currency named in the header. */
export type LineFields = {
  number: string
  classification: string
  description: string
  /** Tariff, origin, the reason of an exemption: a second, quieter line. */
  details: string
  quantity: string
  unit: string
  unit_price: string
  discount: string
  fees: string
  tax: string
  tax_amount: string
  amount: string
}

const TAX_LABELS = {
  '01': 'Sales',
  '02': 'Service',
  '03': 'Tourism',
  '04': 'High-value',
  '05': 'LVG',
  '06': 'N/A',
  E: 'Exempt',
}
/** Longer descriptions of a unit would squeeze the figures; its code is printed instead. */
const UNIT_LENGTH_MAX = 9

export const toLineFields = (line: Line, index: number): LineFields => ({
  number: String(index + 1),
  classification: line.classification,
  description: line.item_description,
  details: detailsOf(line),
  quantity: formatQuantity(line.quantity),
  unit: unitOf(line.unit_of_measurement),
  unit_price: formatUnitPrice(line.unit_price),
  discount: formatUnlessZero(line.discount_amount),
  fees: formatUnlessZero(line.charges_amount),
  tax: taxOf(line),
  tax_amount: isUntaxed(line.tax_type) ? '' : formatAmount(line.tax_amount),
  amount: formatAmount(line.total_excluding_tax),
})

const unitOf = (code: string) => {
  const description = UNITS.describe(code) ?? code
  return description.length <= UNIT_LENGTH_MAX ? description : code
}

const taxOf = (line: Line) => {
  const label = own(TAX_LABELS, line.tax_type) ?? line.tax_type
  return isUntaxed(line.tax_type) ? label : `${label} ${formatRate(line.tax_rate)}`
}

const detailsOf = (line: Line) => {
  const origin = COUNTRIES.describe(line.country_origin)
  return [
    line.product_tariff && `Tariff ${line.product_tariff}`,
    line.country_origin && `Origin ${origin ? inTitleCase(origin) : line.country_origin}`,
    line.tax_type === 'E' && line.tax_exemption_reason && `Exempt: ${line.tax_exemption_reason}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
