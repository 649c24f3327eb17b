import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { told } from '../../../i18n.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import classes from './InvoiceDetails.module.css'

/** A cancellation that was asked for and that the document's status does not show, or not yet. */
export const UnsettledCancellation = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { cancellation, may } = document
  if (!cancellation) return null
  const { by, at, reason, state, why } = cancellation
  const titles = {
    asking: t`Lulus is asking LHDN about the cancellation`,
    not_arrived: t`The cancellation did not arrive`,
    not_sent: t`The cancellation was not sent`,
  }
  const words = {
    asking: (
      <Trans>
        LHDN gave no clear answer. Lulus asks until it knows, and shows the document as User Cancelled once
        LHDN confirms it.
      </Trans>
    ),
    not_arrived: <Trans>LHDN still shows the document as valid.</Trans>,
    not_sent: told(why),
  }
  return (
    <Notice tone={state === 'asking' ? 'info' : 'waiting'} title={titles[state]}>
      {words[state]} {state !== 'asking' && may.cancel.ok && <Trans>Cancel it again.</Trans>}
      <p className={classes.quiet}>
        <Trans>
          Asked for by {by} on <InstantText value={at} />: {reason}
        </Trans>
      </p>
    </Notice>
  )
}
