import { Plural } from '@lingui/react/macro'
import type { CurrencySum } from '#contract/approvals.ts'
import { Money } from '../../../ui/Money.tsx'
import classes from './many.module.css'

/** What is about to be approved, by currency; what is given back, and what the company itself owes, stand apart. */
export const SumList = ({ sums }: { sums: readonly CurrencySum[] }) => (
  <ul className={classes.sums}>
    {sums.map((sum) => (
      <li key={`${sum.currency} ${sum.kind}`}>
        <Money currency={sum.currency} value={sum.total} />
        <span className="figures">
          <HowMany {...sum} />
        </span>
      </li>
    ))}
  </ul>
)

const HowMany = ({ kind, documents }: CurrencySum) => {
  if (kind === 'credited')
    return <Plural value={documents} one="# credit or refund note" other="# credit or refund notes" />
  if (kind === 'self_billed') return <Plural value={documents} one="# self-billed" other="# self-billed" />
  if (kind === 'self_billed_credited')
    return (
      <Plural
        value={documents}
        one="# self-billed credit or refund note"
        other="# self-billed credit or refund notes"
      />
    )
  return <Plural value={documents} one="# document" other="# documents" />
}
