import { t } from '@lingui/core/macro'
import type { PendingRow } from '#contract/document-rows.ts'
import { formatDate } from '../../../dates.ts'
import { DateText } from '../../../ui/DateText.tsx'
import classes from './pending-columns.module.css'

/** The day that a document bears, by which it should reach LHDN; a consolidated one has a term of its own. */
export const IssueDate = ({ row }: { row: PendingRow }) => (
  <>
    <DateText value={row.invoice_date} />
    <small className={classes.due}>{dueText(row)}</small>
  </>
)

/** The same in one text. */
export const issueDateText = (row: PendingRow): string =>
  [formatDate(row.invoice_date), dueText(row)].filter(Boolean).join(', ')

const dueText = ({ submit_by, invoice_date }: PendingRow) =>
  submit_by === invoice_date ? '' : t`due ${formatDate(submit_by)}`
