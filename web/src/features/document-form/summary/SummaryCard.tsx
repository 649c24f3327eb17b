import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TAX_TYPES } from '#codes/lists.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { isUntaxed, sumByTaxType } from '#domain/documents/totals.ts'
import { convert, type Decimal, isZero } from '#domain/money/decimal.ts'
import { Card } from '../../../ui/Card.tsx'
import { Money } from '../../../ui/Money.tsx'
import { HOME_CURRENCY } from '../form/state.ts'
import classes from './summary.module.css'
import { useTotals } from './use-totals.ts'

/** Live totals from the same calculation that the server runs. */
export const SummaryCard = () => {
  const { t } = useLingui()
  const totals = useTotals()
  const currency = totals.invoice_currency
  const foreign = currency !== HOME_CURRENCY && !isZero(totals.currency_exchange_rate)
  const row = (term: ReactNode, value: Decimal, strong = false) => (
    <div className={classes.row} data-strong={strong}>
      <dt>{term}</dt>
      <dd>
        <Money currency={currency} value={value} />
      </dd>
    </div>
  )
  return (
    <Card title={t`Document Summary`} className={classes.card ?? ''}>
      <dl className={classes.rows}>
        {row(<Trans>Total discount</Trans>, totals.total_discount_value)}
        {row(<Trans>Total excluding tax</Trans>, totals.total_excluding_tax)}
        <TaxRows totals={totals} />
        {row(<Trans>Total including tax</Trans>, totals.total_including_tax)}
        {row(<Trans>Rounding</Trans>, totals.rounding_amount)}
        {row(<Trans>Prepayment</Trans>, negated(totals.prepayment_amount))}
        {row(<Trans>Total payable</Trans>, totals.total_payable_amount, true)}
        {foreign && (
          <div className={classes.row}>
            <dt>
              <Trans>Payable in MYR</Trans>
            </dt>
            <dd>
              <Money
                currency={HOME_CURRENCY}
                value={convert(totals.total_payable_amount, totals.currency_exchange_rate)}
              />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

const TaxRows = ({ totals }: { totals: TaxDocument }) =>
  sumByTaxType(totals.items)
    .filter(({ tax_type }) => !isUntaxed(tax_type))
    .map(({ tax_type, tax_amount }) => (
      <div key={tax_type} className={classes.row}>
        <dt>{TAX_TYPES.describe(tax_type) ?? tax_type}</dt>
        <dd>
          <Money currency={totals.invoice_currency} value={tax_amount} />
        </dd>
      </div>
    ))

const negated = (value: Decimal): Decimal => {
  if (isZero(value)) return value
  return value.startsWith('-') ? value.slice(1) : `-${value}`
}
