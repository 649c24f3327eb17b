import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CLASSIFICATIONS, COUNTRIES, TAX_TYPES, UNITS } from '#codes/lists.ts'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { isRateOfDiscount, isUntaxed } from '#domain/documents/totals.ts'
import { type Decimal, isZero } from '#domain/money/decimal.ts'
import { formatQuantity, formatRate, formatUnitPrice, formatUnlessZero } from '#domain/money/figures.ts'
import { formatAmount } from '#domain/money/format.ts'
import { inTitleCase } from '#domain/text/title-case.ts'
import classes from './DocumentContent.module.css'

type Line = DocumentDetail['items'][number]
/** Under a figure, what led to it stands smaller. */
type Figure = { header: string; of: (line: Line) => ReactNode; under?: (line: Line) => ReactNode }

/** The lines with every figure that leads to their amount; columns in which no line says anything are left out. */
export const Lines = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const figures = useFigures(document.items)
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroll} aria-label={t`Items`} tabIndex={0}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{t`Description`}</th>
            {figures.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {document.items.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                {line.item_description}
                <Details line={line} />
              </th>
              {figures.map(({ header, of, under }) => (
                <td key={header} data-label={header} data-empty={!of(line) || undefined}>
                  {of(line)} {under && of(line) && <small>{under(line)}</small>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const useFigures = (items: readonly Line[]): Figure[] => {
  const { t } = useLingui()
  const some = (figure: (line: Line) => Decimal) => items.some((line) => !isZero(figure(line)))
  const discounts = some((line) => line.discount_amount)
  const charges = some((line) => line.charges_amount)
  return [
    {
      header: t`Quantity`,
      of: (line) => formatQuantity(line.quantity),
      under: ({ unit_of_measurement: code }) => <abbr title={UNITS.describe(code)}>{code}</abbr>,
    },
    { header: t`Unit Price`, of: (line) => formatUnitPrice(line.unit_price) },
    ...(discounts || charges
      ? [{ header: t`Subtotal`, of: (line: Line) => formatAmount(line.subtotal) }]
      : []),
    ...(discounts
      ? [part(t`Discount`, 'discount_amount', (line) => (isRateOfDiscount(line) ? line.discount_rate : '0'))]
      : []),
    ...(charges ? [part(t`Charges`, 'charges_amount', (line) => line.charges_rate)] : []),
    { header: t`Amount`, of: (line) => formatAmount(line.total_excluding_tax) },
    {
      header: t`Tax`,
      of: (line) => (isUntaxed(line.tax_type) ? '–' : formatAmount(line.tax_amount)),
      under: (line) => taxOf(line),
    },
  ]
}

type Part = 'discount_amount' | 'charges_amount'

/** A part of the amount, with the rate it came from. */
const part = (header: string, amount: Part, rateOf: (line: Line) => Decimal): Figure => ({
  header,
  of: (line) => formatUnlessZero(line[amount]),
  under: (line) => !isZero(rateOf(line)) && formatRate(rateOf(line)),
})

const taxOf = ({ tax_type, tax_rate }: Line) => {
  const name = TAX_TYPES.describe(tax_type)?.replace(/ \(.*\)$/, '') ?? tax_type
  return isUntaxed(tax_type) ? name : `${name} ${formatRate(tax_rate)}`
}

/** Classification, tariff, origin, and why no tax is charged. */
const Details = ({ line }: { line: Line }) => {
  const { t } = useLingui()
  const { classification, product_tariff: tariff, country_origin, tax_exemption_reason: reason } = line
  const origin = inTitleCase(COUNTRIES.describe(country_origin) ?? country_origin)
  const details = [
    [classification, CLASSIFICATIONS.describe(classification)].filter(Boolean).join(' '),
    tariff && t`Tariff ${tariff}`,
    origin && t`Origin ${origin}`,
    line.tax_type === 'E' && reason && t`Exempt: ${reason}`,
  ]
  return <small className={classes.details}>{details.filter(Boolean).join(' · ')}</small>
}
