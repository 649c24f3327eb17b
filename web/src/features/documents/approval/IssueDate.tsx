import { Trans } from '@lingui/react/macro'
import type { PendingRow } from '#contract/document-rows.ts'
import { formatDate } from '../../../dates.ts'
import { DateText } from '../../../ui/DateText.tsx'
import classes from './pending-columns.module.css'

/** The day that a document bears, by which it should reach LHDN; a consolidated one has a term of its own. */
export const IssueDate = ({ row: { submit_by, invoice_date } }: { row: PendingRow }) => (
  <>
    <DateText value={invoice_date} />
    {submit_by !== invoice_date && (
      <small className={classes.due}>
        <Trans>due {formatDate(submit_by)}</Trans>
      </small>
    )}
  </>
)
