import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Refusal } from '#contract/approvals.ts'
import { told } from '../../i18n.ts'
import classes from './approval/many.module.css'

const SHOWN_MAX = 5

type Props = {
  /** Says how many there are, and of what. */
  title: ReactNode
  count: number
  refusals: readonly Refusal[]
}

/** The first of the documents that were refused, and why; they need not be in the list any more. */
export const RefusalList = ({ title, count, refusals }: Props) => {
  const more = count - Math.min(refusals.length, SHOWN_MAX)
  const shown = refusals
    .toSorted((one, other) => one.invoice_number.localeCompare(other.invoice_number))
    .slice(0, SHOWN_MAX)
  return (
    <>
      <p className={classes.refused}>{title}</p>
      <ul className={classes.reasons}>
        {shown.map(({ uuid, invoice_number, why }) => (
          <li key={uuid}>
            <b>{invoice_number}</b> {told(why)}
          </li>
        ))}
        {more > 0 && (
          <li className={classes.quiet}>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
    </>
  )
}
