import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { messageOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { toastBad, toastGood } from '../../../ui/toasts.ts'

type Props = { document: DocumentDetail; opened: boolean; onClose: () => void }

/** Cancels a validated document at the authority: first the reason, then one confirmation. */
export const CancelDocument = ({ document, opened, onClose }: Props) => {
  const { t } = useLingui()
  const [reason, setReason] = useState<string>()
  const cancel = useSend(documents.cancel)
  const number = document.invoice_number
  const close = () => {
    setReason(undefined)
    onClose()
  }
  const run = () => {
    if (reason === undefined) return
    const input = { params: { uuid: document.uuid }, body: { reason } }
    cancel.mutate(input, {
      onSuccess: () => toastGood(t`Invoice cancelled successfully!`),
      onError: (error) => {
        const message = messageOf(error)
        toastBad(t`Error cancelling invoice: ${message}`)
      },
      onSettled: close,
    })
  }
  return (
    <>
      <ReasonDialog
        opened={opened && reason === undefined}
        title={t`Cancel ${number}`}
        label={t`Reason for cancelling`}
        confirm_label={t`Continue`}
        danger
        onSubmit={setReason}
        onClose={close}
      >
        <Trans>The reason is sent to LHDN and shown to the buyer.</Trans>
      </ReasonDialog>
      <ConfirmDialog
        opened={opened && reason !== undefined}
        title={t`Cancel ${number}`}
        confirm_label={t`Cancel the invoice`}
        dismiss_label={t`Keep it`}
        danger
        busy={cancel.isPending}
        onConfirm={run}
        onClose={close}
      >
        <Trans>Are you sure you want to cancel? This operation cannot be reversed!</Trans>
        <Text mt="xs" c="dimmed">
          <Trans>Reason: {reason}</Trans>
        </Text>
      </ConfirmDialog>
    </>
  )
}
