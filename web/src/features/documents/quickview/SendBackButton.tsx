import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { askReason } from '../../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { NoneIsLeft } from '../../../widgets/withdraw/NoneIsLeft.tsx'

/** Takes the approval of a held document back, with a reason, for whoever made it to edit it or throw it away. */
export const SendBackButton = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { act } = useAct(documents.approve, {
    done: t`The document was sent back.`,
    failed: (message) => t`Error sending back the document: ${message}`,
  })
  const { uuid, revision, invoice_number: number, corrects, may } = document
  const sendBack = () =>
    askReason({
      title: t`Send back ${number}`,
      label: t`Rejection reason`,
      body: (
        <>
          <Trans>
            The document is not approved any more. It can be edited and have its approval requested again, or
            be cancelled.
          </Trans>
          {corrects?.status === 'User Cancelled' && <NoneIsLeft original={corrects.invoice_number} />}
        </>
      ),
      confirm_label: t`Send back`,
      danger: true,
      act: (rejection_reason) =>
        act({ params: { uuid }, body: { status: 'Rejected', revision, rejection_reason } }),
    })
  return (
    <ReasonedButton
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      why_not={may.reject.ok ? '' : may.reject.why}
      onClick={() => void sendBack()}
    >
      <Trans>Send back</Trans>
    </ReasonedButton>
  )
}
