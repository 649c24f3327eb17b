import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { confirm } from '../../../ui/dialogs/ask.ts'

/** Whose hold says that LHDN has a document of this number already. */
const LHDN = 'LHDN'

/** Lets a held document go. One of whose number LHDN has another is asked about: it would be a second tax document. */
export const ReleaseButton = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(documents.release, {
    done: t`The document goes out again.`,
    failed: (message) => t`Error sending the document: ${message}`,
  })
  const { uuid, invoice_number: number, history } = document
  const send = () => act({ params: { uuid } })
  const release = () => {
    const approved = history.findLastIndex(({ event }) => event === 'approve')
    if (!history.some(({ event, by }, at) => at > approved && event === 'hold' && by === LHDN)) return send()
    return confirm({
      title: t`Release ${number}`,
      body: <Trans>LHDN has another document of this number. This one will be a second tax document.</Trans>,
      confirm_label: t`Send it all the same`,
      dismiss_label: t`Keep it on hold`,
      danger: true,
      act: async () => void (await send()),
    })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={busy}
      onClick={() => void release()}
    >
      <Trans>Release</Trans>
    </Button>
  )
}
