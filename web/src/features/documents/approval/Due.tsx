import { t } from '@lingui/core/macro'
import type { PendingRow } from '#contract/document-rows.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import { formatDate } from '../../../dates.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { toneOfDue } from './age-tones.ts'
import classes from './pending-columns.module.css'

type Props = { row: PendingRow; today: CalendarDate }

/** Until when a consolidated document must reach LHDN; of others the law names no day. */
export const Due = ({ row: { due }, today }: Props) => {
  if (due === null) return null
  return (
    <span className={classes.tone} data-tone={toneOfDue(due, today)}>
      <DateText value={due} />
      {due < today && <small className={classes.line}>{t`overdue`}</small>}
    </span>
  )
}

/** The same in words; empty where there is no such day. */
export const dueText = ({ due }: PendingRow, today: CalendarDate): string => {
  if (due === null) return ''
  return due < today ? t`was due ${formatDate(due)}` : t`due ${formatDate(due)}`
}

/** These words, beneath another date. */
export const DueWords = ({ row, today }: Props) => {
  if (row.due === null) return null
  return (
    <span className={`${classes.words} ${classes.tone}`} data-tone={toneOfDue(row.due, today)}>
      {dueText(row, today)}
    </span>
  )
}
