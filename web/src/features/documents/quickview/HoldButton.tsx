import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { askReason } from '../../../ui/dialogs/ask.ts'

/** Keeps a document that is approved, or that waits for LHDN, from going out until somebody releases it. */
export const HoldButton = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { act } = useAct(documents.hold, {
    done: t`The document is held until somebody releases it.`,
    failed: (message) => t`Error holding the document: ${message}`,
  })
  const { uuid, invoice_number: number } = document
  const hold = () =>
    askReason({
      title: t`Hold ${number}`,
      label: t`Reason for holding`,
      body: (
        <Trans>The document stays approved, but it is not sent to LHDN until somebody releases it.</Trans>
      ),
      confirm_label: t`Hold`,
      act: (reason) => act({ params: { uuid }, body: { reason } }),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconHandStop size={16} aria-hidden />}
      onClick={() => void hold()}
    >
      <Trans>Hold</Trans>
    </Button>
  )
}
