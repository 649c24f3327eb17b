import type { ReactNode } from 'react'
import classes from './DataTable.module.css'
import type { Roomy } from './table.ts'

type Props = {
  /** Only where the table leaves out the column in which it stands otherwise, which is `roomy` as this says. */
  narrow?: Roomy
  tone?: string | undefined
  children: ReactNode
}

/** The second line of a cell, quietly. */
export const Beneath = ({ narrow, tone, children }: Props) => (
  <small className={classes.beneath} data-narrow={narrow} data-tone={tone}>
    {children}
  </small>
)
