import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { add, convert, isZero, subtract } from '#domain/money/decimal.ts'
import { formatAmount } from '#domain/money/format.ts'
import { Money } from '../../../ui/Money.tsx'
import classes from './DocumentContent.module.css'

/** From the sum of the lines down to what is to be paid; steps that change nothing are left out. */
export const Totals = ({ document: d }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const charges = add('0', ...d.items.map((line) => line.charges_amount))
  const steps: [string, string][] = [
    [t`Discount`, subtract('0', d.total_discount_value)],
    [t`Charges`, charges],
  ]
  const between = steps.filter(([, value]) => !isZero(value))
  const subtotal = add('0', ...d.items.map((line) => line.subtotal))
  const after: [string, string][] = [
    [t`Rounding`, d.rounding_amount],
    [t`Prepayment`, subtract('0', d.prepayment_amount)],
  ]
  const rows: [string, string][] = [
    ...(between.length > 0 ? [[t`Subtotal`, subtotal] satisfies [string, string], ...between] : []),
    [t`Total excluding tax`, d.total_excluding_tax],
    [t`Tax`, d.total_tax_amount],
    [t`Total including tax`, d.total_including_tax],
    ...after.filter(([, value]) => !isZero(value)),
  ]
  return (
    <dl className={classes.totals}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatAmount(value)}</dd>
        </div>
      ))}
      <div className={classes.payable}>
        <dt>
          <Trans>Total payable</Trans>
        </dt>
        <dd>
          <Money currency={d.invoice_currency} value={d.total_payable_amount} />
        </dd>
      </div>
      {d.invoice_currency !== 'MYR' && (
        <div>
          <dt>
            <Trans>In ringgit</Trans>
          </dt>
          <dd>
            <Money currency="MYR" value={convert(d.total_payable_amount, d.currency_exchange_rate)} />
          </dd>
        </div>
      )}
    </dl>
  )
}
