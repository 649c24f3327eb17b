import type { ReactNode } from 'react'
import classes from './RowCard.module.css'

type Props = {
  /** What the row is called. */
  head: ReactNode
  /** Beside its name: an amount, a state. */
  aside?: ReactNode
  /** What else a reader on a phone needs, quietly. */
  quiet?: ReactNode
  actions?: ReactNode
}

/** A row as a card, for a phone. */
export const RowCard = ({ head, aside, quiet, actions }: Props) => (
  <div className={classes.card}>
    <div className={classes.line}>
      <b>{head}</b>
      {aside && <span className={classes.aside}>{aside}</span>}
    </div>
    {(quiet || actions) && (
      <div className={classes.line}>
        {quiet && <span className={classes.quiet}>{quiet}</span>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    )}
  </div>
)
