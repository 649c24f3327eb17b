import type { ReactNode } from 'react'
import classes from './FieldGrid.module.css'

/** Fields in two columns, in one where there is no room for two. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className={classes.room}>
    <div className={classes.grid}>{children}</div>
  </div>
)

/** A field, or a row of buttons, as wide as the grid. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>
