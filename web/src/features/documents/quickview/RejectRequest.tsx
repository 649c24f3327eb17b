import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { useProfile } from '../../../session/session.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { TimeLeft } from '../../../widgets/time-left/TimeLeft.tsx'
import { CancelButton } from './CancelButton.tsx'
import classes from './InvoiceDetails.module.css'

/** The other side's request to take the document back: why, until when, and who can answer it. */
export const RejectRequest = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const request = document.reject_request
  if (!request) return null
  const title = isSelfBilled(document.invoice_type)
    ? t`The supplier asked for rejection`
    : t`The buyer asked for rejection`
  return (
    <Notice tone="waiting" title={title}>
      <q className={classes.message}>{request.reason}</q>
      <p className={classes.quiet}>
        <Trans>
          Asked on <InstantText value={request.at} />.
        </Trans>
      </p>
      {request.deadline && <Answer document={document} deadline={request.deadline} />}
    </Notice>
  )
}

/** Whether there is still time to answer; what answers it stands beside the request. */
export const isAnswerable = ({ reject_request }: DocumentDetail, now_ms: number): boolean =>
  Boolean(reject_request?.deadline) && now_ms < Date.parse(reject_request?.deadline ?? '')

/** Without an answer the document stays valid; the only answer is a cancellation in time. */
const Answer = ({ document, deadline }: { document: DocumentDetail; deadline: string }) => {
  const superadmin = useProfile().access_type === 'superadmin'
  const now_ms = useNow(1000)
  if (!isAnswerable(document, now_ms)) {
    return <Trans>The time for cancelling is over; the document stays valid.</Trans>
  }
  return (
    <Group justify="space-between" gap="sm" mt={8}>
      <span>
        <Trans>
          <b>
            <TimeLeft until={deadline} />
          </b>{' '}
          left to cancel, until <InstantText value={deadline} />.
        </Trans>{' '}
        {!superadmin && <Trans>A superadmin can cancel it.</Trans>}
      </span>
      {superadmin && <CancelButton document={document} />}
    </Group>
  )
}
