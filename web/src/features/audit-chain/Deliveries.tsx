import { Trans, useLingui } from '@lingui/react/macro'
import type { Delivery } from '#contract/logs/chain.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Whether the newest anchor has arrived where it was sent beside its file. */
export const Delivered = ({ delivery: { state, at } }: { delivery: Delivery }) => {
  const { t } = useLingui()
  if (state === 'delivered') return <InstantText value={at} />
  return state === 'failed' ? t`Failed` : t`On its way`
}

/** One that nobody tries any more. */
export const Undelivered = ({ delivery: { way, file } }: { delivery: Delivery }) => (
  <Notice tone="bad">
    {way === 'mail' ? (
      <Trans>
        The anchor {file} could not be mailed. Look into the log, and at ANCHOR_MAIL_TO and SMTP_URL.
      </Trans>
    ) : (
      <Trans>
        The anchor {file} could not be put into the object store. Look into the log, and at S3_URL.
      </Trans>
    )}
  </Notice>
)
