import { useLingui } from '@lingui/react/macro'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { CancelDocument } from './CancelDocument.tsx'

/** Opens the cancellation of this document, or says why it cannot be cancelled now. */
export const CancelButton = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const { cancel } = document.may
  return (
    <>
      <ReasonedButton
        variant="default"
        leftSection={<IconBan size={16} aria-hidden />}
        why_not={cancel.ok ? '' : cancel.why}
        onClick={() => setOpened(true)}
      >{t`Cancel`}</ReasonedButton>
      <CancelDocument document={document} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
