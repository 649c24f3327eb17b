import { type ReactNode, useId } from 'react'
import classes from './Card.module.css'

type Props = { title?: ReactNode; aside?: ReactNode; children: ReactNode; className?: string }

/** A quiet surface with an optional heading; named by it for screen readers. */
export const Card = ({ title, aside, children, className = '' }: Props) => {
  const id = useId()
  if (!title) return <div className={`${classes.card} ${className}`}>{children}</div>
  return (
    <section aria-labelledby={id} className={`${classes.card} ${className}`}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
