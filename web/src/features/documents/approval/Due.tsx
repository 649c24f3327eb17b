import { t } from '@lingui/core/macro'
import type { PendingRow } from '#contract/document-rows.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import { formatDate } from '../../../dates.ts'
import { toneOfDue } from './age-tones.ts'
import classes from './pending-columns.module.css'

type Props = { row: PendingRow; today: CalendarDate }

/** Until when a consolidated document must reach LHDN; empty of others, for which the law names no day. */
export const dueText = ({ due }: PendingRow, today: CalendarDate): string => {
  if (due === null) return ''
  return due < today ? t`was due ${formatDate(due)}` : t`due ${formatDate(due)}`
}

/** The same, coloured as the day comes near, beneath another date. */
export const DueWords = ({ row, today }: Props) => {
  if (row.due === null) return null
  return (
    <span className={`${classes.words} ${classes.tone}`} data-tone={toneOfDue(row.due, today)}>
      {dueText(row, today)}
    </span>
  )
}
