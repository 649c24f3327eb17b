import { useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { IconDownload, IconPencil, IconRefresh, IconRotateClockwise2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { paths } from '../../../paths.ts'
import { usePermissions, useProfile } from '../../../session/session.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { HistoryLink } from '../../../widgets/HistoryLink.tsx'
import { AnewButtons } from './AnewButtons.tsx'
import { CancelButton } from './CancelButton.tsx'
import { HoldButton } from './HoldButton.tsx'
import { isAnswerable } from './RejectRequest.tsx'
import { ReleaseButton } from './ReleaseButton.tsx'
import { SendBackButton } from './SendBackButton.tsx'
import { SettleButton } from './SettleButton.tsx'
import { TraceLink } from './TraceLink.tsx'
import { useDocumentActs } from './use-document-acts.ts'
import { WithdrawButton } from './WithdrawButton.tsx'

/** What may be done now. A button that cannot be used says why; one that this person never has is not there. */
export const DocumentActions = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { can_approve_invoice, can_edit_invoice } = usePermissions()
  const superadmin = useProfile().access_type === 'superadmin'
  const acts = useDocumentActs(document)
  const { may } = document
  const whyNot = (action: keyof typeof may) => (may[action].ok ? '' : may[action].why)
  const edit = () => navigate({ to: paths.edit, params: { uuid: document.uuid } })
  return (
    <Group gap="xs">
      <ReasonedButton
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        why_not={whyNot('get_pdf')}
        loading={acts.pdf.busy}
        onClick={acts.pdf.run}
      >{t`Get PDF`}</ReasonedButton>
      <ReasonedButton
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        why_not={whyNot('fetch_updates')}
        loading={acts.check.busy}
        onClick={acts.check.run}
      >{t`Fetch Updates`}</ReasonedButton>
      {can_edit_invoice && (
        <ReasonedButton
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          why_not={whyNot('edit')}
          onClick={edit}
        >{t`Edit`}</ReasonedButton>
      )}
      {may.retry.ok && (
        <ReasonedButton
          variant="default"
          leftSection={<IconRotateClockwise2 size={16} aria-hidden />}
          loading={acts.retry.busy}
          onClick={acts.retry.run}
        >{t`Retry`}</ReasonedButton>
      )}
      {may.hold.ok && <HoldButton document={document} />}
      {may.release.ok && <ReleaseButton document={document} />}
      {can_approve_invoice && document.status === 'OnHold' && <SendBackButton document={document} />}
      {may.settle.ok && <SettleButton document={document} />}
      {may.withdraw.ok ? (
        <WithdrawButton document={document} />
      ) : (
        superadmin && <CancelHere document={document} />
      )}
      <AnewButtons document={document} />
      <TraceLink uuid={document.uuid} />
      <HistoryLink kind="document" id={document.uuid} />
    </Group>
  )
}

/** Where the other side asked for it, and while that can be answered, the button stands beside the request. */
const CancelHere = ({ document }: { document: DocumentDetail }) =>
  isAnswerable(document, useNow(1000)) ? null : <CancelButton document={document} />
