import { useLingui } from '@lingui/react/macro'
import { IconCopy, IconFileArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { paths } from '../../../paths.ts'
import { usePermissions, useProfile } from '../../../session/session.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useMovedOn } from './use-moved-on.ts'

/** A new document made of this one: in its place, while it may be cancelled, or beside it. */
export const AnewButtons = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { can_create_invoice } = usePermissions()
  const superadmin = useProfile().access_type === 'superadmin'
  const { uuid, status, may, corrected_by } = document
  const moved_on = useMovedOn(document)
  if (!can_create_invoice) return null
  const why =
    may.correct.ok && moved_on
      ? t`The company now sends to another environment than this document was made for. Cancel it, and copy it as new.`
      : may.correct.why
  const why_not = superadmin
    ? why
    : t`Only a superadmin may do this, since it cancels the document at LHDN. Past the 72 hours a note corrects it.`
  return (
    <>
      {status === 'Validated' && !corrected_by && (
        <ReasonedButton
          variant="default"
          leftSection={<IconFileArrowRight size={16} aria-hidden />}
          why_not={why_not}
          onClick={() => void navigate({ to: paths.create, search: { correct: uuid } })}
        >{t`Correct`}</ReasonedButton>
      )}
      <ReasonedButton
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void navigate({ to: paths.create, search: { copy: uuid } })}
      >{t`Copy as new`}</ReasonedButton>
    </>
  )
}
