import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { paths } from '../../../paths.ts'
import { useViews } from '../../../session/session.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './Corrections.module.css'

type Other = NonNullable<DocumentDetail['corrects']>

/** The document that this one replaces, and the one that replaces it; what is still waited for, and what to do. */
export const Corrections = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { corrects, corrected_by, awaits_cancellation } = document
  const waits = awaits_cancellation && document.status !== 'User Cancelled'
  return (
    <>
      {corrects && (
        <p className={classes.link}>
          <Trans>
            Corrects <To other={corrects} />
          </Trans>
          <StatusBadge status={corrects.status} />
        </p>
      )}
      {corrected_by && (
        <p className={classes.link}>
          <Trans>
            Corrected by <To other={corrected_by} />
          </Trans>
          <StatusBadge status={corrected_by.status} />
        </p>
      )}
      {waits && (
        <Notice tone="waiting" title={t`Waits for a cancellation`}>
          <Trans>
            The document that this one replaces is not cancelled at LHDN yet, so this one cannot be approved.
            Open that document to see where its cancellation stands and to cancel it again. Past its 72 hours
            it stays valid: correct it with a credit, debit or refund note instead.
          </Trans>
        </Notice>
      )}
    </>
  )
}

/** A link for whoever sees the list. */
const To = ({ other }: { other: Other }) => {
  if (!useViews()) return other.invoice_number
  return (
    <Link to={paths.invoices} search={{ open: other.uuid }}>
      {other.invoice_number}
    </Link>
  )
}
