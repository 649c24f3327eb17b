import { formatAmount } from '#domain/money/format.ts'
import classes from './Money.module.css'

/** An amount with its currency, figures aligned: "MYR 1,234.50". */
export const Money = ({ currency, value }: { currency: string; value: string }) => (
  <span className={classes.money}>
    <span className={classes.currency}>{currency}</span> {formatAmount(value)}
  </span>
)
