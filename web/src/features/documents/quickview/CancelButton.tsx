import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { askReason, confirm, keepReason } from '../../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'

/** Opens the cancellation of this document, or says why it cannot be cancelled now. */
export const CancelButton = ({ document }: { document: DocumentDetail }) => {
  const cancel = useCancel(document)
  const { may } = document
  return (
    <ReasonedButton
      variant="default"
      leftSection={<IconBan size={16} aria-hidden />}
      why_not={may.cancel.ok ? '' : may.cancel.why}
      onClick={() => void cancel()}
    >
      <Trans context="a document">Cancel</Trans>
    </ReasonedButton>
  )
}

/** Cancels a validated document at the authority: first the reason, then one confirmation. */
const useCancel = ({ uuid, invoice_number: number, invoice_type }: DocumentDetail) => {
  const { t } = useLingui()
  const { act } = useAct(documents.cancel, {
    done: t`Invoice cancelled successfully!`,
    failed: (message) => t`Error cancelling invoice: ${message}`,
  })
  const wording = { title: t`Cancel ${number}`, dismiss_label: t`Keep it`, danger: true }
  return async () => {
    const reason = await askReason({
      ...wording,
      label: t`Reason for cancelling`,
      body: isSelfBilled(invoice_type)
        ? t`The reason is sent to LHDN and shown to the supplier.`
        : t`The reason is sent to LHDN and shown to the buyer.`,
      confirm_label: t`Continue`,
    })
    if (reason === undefined) return
    await confirm({
      ...wording,
      body: (
        <>
          <Trans>Are you sure you want to cancel? This operation cannot be reversed!</Trans>
          <Text mt="xs" c="dimmed">
            <Trans>Reason: {reason}</Trans>
          </Text>
        </>
      ),
      confirm_label: t`Cancel the invoice`,
      act: async () => {
        if (await act({ params: { uuid }, body: { reason } })) keepReason(wording.title, '')
      },
    })
  }
}
