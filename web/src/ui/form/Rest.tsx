import type { ReactNode } from 'react'
import classes from './Rest.module.css'

type Props = { while: boolean; children: ReactNode }

/** Fields that cannot be used while what they hold is being saved; only if that takes a while do they look like it. */
export const Rest = ({ while: resting, children }: Props) => (
  <fieldset disabled={resting} className={classes.rest}>
    {children}
  </fieldset>
)
