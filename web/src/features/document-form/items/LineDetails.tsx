import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Line } from '#domain/documents/document.ts'
import { isZero } from '#domain/money/decimal.ts'
import { formatAmount } from '#domain/money/format.ts'
import { COUNTRY_OPTIONS } from '../../../widgets/code-options.ts'
import { LINE_LABELS } from '../../../widgets/document-labels.ts'
import type { FormLine, LineField } from '../form/state.ts'
import { CodeCell, type LineErrors, NumberCell, TextCell } from './cells.tsx'
import classes from './items.module.css'
import { COLUMNS } from './LineMessages.tsx'

/** The fields that most lines leave alone; they open beneath the line. */
export const DETAIL_FIELDS: readonly LineField[] = [
  'charges_rate',
  'product_tariff',
  'country_origin',
  'tax_exemption_reason',
]

type Props = { line: FormLine; position: number; errors: LineErrors; figures: Line }

export const LineDetails = ({ line, position, errors, figures }: Props) => {
  const cell = (field: LineField) => ({ line, position, errors, field })
  return (
    <tr className={classes.beneath}>
      <td colSpan={COLUMNS}>
        <div className={classes.details}>
          <Detail field="charges_rate">
            <NumberCell {...cell('charges_rate')} />
          </Detail>
          <Detail field="product_tariff">
            <TextCell {...cell('product_tariff')} />
          </Detail>
          <Detail field="country_origin">
            <CodeCell {...cell('country_origin')} options={COUNTRY_OPTIONS} />
          </Detail>
          {line.tax_type === 'E' && (
            <Detail field="tax_exemption_reason" required>
              <TextCell {...cell('tax_exemption_reason')} />
            </Detail>
          )}
          <dl className={classes.figures}>
            <Figure term={<Trans>Subtotal</Trans>} value={figures.subtotal} />
            <Figure term={<Trans>Charges</Trans>} value={figures.charges_amount} />
            <Figure term={<Trans>Net amount</Trans>} value={figures.total_excluding_tax} />
          </dl>
        </div>
      </td>
    </tr>
  )
}

const Detail = ({
  field,
  required,
  children,
}: {
  field: LineField
  required?: boolean
  children: ReactNode
}) => {
  const { i18n } = useLingui()
  return (
    <div className={classes.detail} data-field={field}>
      <span aria-hidden>
        {i18n._(LINE_LABELS[field])}
        {required && <span className={classes.required}> *</span>}
      </span>
      {children}
    </div>
  )
}

const Figure = ({ term, value }: { term: ReactNode; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{formatAmount(value)}</dd>
  </div>
)

/** What a closed line hides, in a few words: nobody should open 20 lines to find the charges. */
export const LineExtras = ({ line, figures }: { line: FormLine; figures: Line }) => {
  const { t } = useLingui()
  const charges = formatAmount(figures.charges_amount)
  const extras = [
    !isZero(figures.charges_amount) && t`Charges +${charges}`,
    line.product_tariff && t`Tariff ${line.product_tariff}`,
    line.country_origin && t`Origin ${line.country_origin}`,
  ].filter(Boolean)
  return extras.length > 0 && <div className={classes.extras}>{extras.join(' · ')}</div>
}
