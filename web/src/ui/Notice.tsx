import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

const ICONS = {
  bad: IconAlertTriangle,
  good: IconCircleCheck,
  info: IconInfoCircle,
  waiting: IconClockExclamation,
}

type Props = { tone: keyof typeof ICONS; title?: ReactNode; children: ReactNode }

/** A message that stands in the page, told by icon, words and colour. */
export const Notice = ({ tone, title, children }: Props) => {
  const Icon = ICONS[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {title && <strong className={classes.title}>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
