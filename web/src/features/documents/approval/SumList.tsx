import { Plural } from '@lingui/react/macro'
import type { CurrencySum } from '#contract/approvals.ts'
import { Money } from '../../../ui/Money.tsx'
import classes from './many.module.css'

/** What is about to be approved, by currency. */
export const SumList = ({ sums }: { sums: readonly CurrencySum[] }) => (
  <ul className={classes.sums}>
    {sums.map(({ currency, documents, total }) => (
      <li key={currency}>
        <Money currency={currency} value={total} />
        <span className="figures">
          <Plural value={documents} one="# invoice" other="# invoices" />
        </span>
      </li>
    ))}
  </ul>
)
