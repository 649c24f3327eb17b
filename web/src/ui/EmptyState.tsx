import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type Props = { title: string; icon?: TablerIcon; children?: ReactNode; action?: ReactNode }

/** Why there is nothing here, and the next step. */
export const EmptyState = ({ title, icon: Icon = IconInbox, children, action }: Props) => (
  <div className={classes.empty}>
    <Icon size={28} stroke={1.5} aria-hidden />
    <p className={classes.title}>{title}</p>
    {children && <p className={classes.text}>{children}</p>}
    {action}
  </div>
)
