import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { messageOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { toastBad, toastGood } from '../../../ui/toasts.ts'

/** Keeps an approved document from going out until somebody releases it. */
export const HoldButton = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const hold = useSend(documents.hold)
  const number = document.invoice_number
  const run = (reason: string) => {
    const input = { params: { uuid: document.uuid }, body: { reason } }
    hold.mutate(input, {
      onSuccess: () => toastGood(t`The document is held until somebody releases it.`),
      onError: (error) => {
        const message = messageOf(error)
        toastBad(t`Error holding the document: ${message}`)
      },
      onSettled: () => setOpened(false),
    })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHandStop size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <Trans>Hold</Trans>
      </Button>
      <ReasonDialog
        opened={opened}
        title={t`Hold ${number}`}
        label={t`Reason for holding`}
        confirm_label={t`Hold`}
        busy={hold.isPending}
        onSubmit={run}
        onClose={() => setOpened(false)}
      >
        <Trans>The document stays approved, but it is not sent to LHDN until somebody releases it.</Trans>
      </ReasonDialog>
    </>
  )
}
