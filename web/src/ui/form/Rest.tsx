import type { ReactNode } from 'react'
import classes from './Rest.module.css'

/** `className`: where it must be a box, since Chromium lays out nothing anew in a container beneath `display: contents`. */
type Props = { while: boolean; className?: string | undefined; children: ReactNode }

/** Fields that cannot be used while what they hold is being saved; only if that takes a while do they look like it. */
export const Rest = ({ while: resting, className, children }: Props) => (
  <fieldset disabled={resting} className={`${classes.rest} ${className ?? ''}`}>
    {children}
  </fieldset>
)
