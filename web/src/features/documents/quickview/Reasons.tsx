import { t } from '@lingui/core/macro'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { paths } from '../../../paths.ts'
import { usePermissions } from '../../../session/session.ts'
import { langOf, readableLines, splitQuoted } from '../../../widgets/status-message/readable.ts'
import classes from './InvoiceDetails.module.css'
import { personsReason } from './whose-words.ts'

/** What was said, a line per reason; one about a field leads into that field of the form, for whoever may edit. */
export const Reasons = ({ document }: { document: DocumentDetail }) => {
  const { can_edit_invoice } = usePermissions()
  const editable = can_edit_invoice && document.may.edit.ok
  const lines = readableLines(document).filter(({ words }) => words !== '')
  if (lines.length === 0)
    return (
      <p className={classes.message}>
        {personsReason(document.status) ? t`No reason was given.` : t`No response yet.`}
      </p>
    )
  return lines.map(({ field, words }) => {
    const { said, quoted } = splitQuoted(words)
    return (
      <div key={`${field} ${words}`} className={classes.message}>
        {field && editable ? (
          <Link
            to={paths.edit}
            params={{ uuid: document.uuid }}
            search={{ field }}
            className={classes.reason ?? ''}
          >
            {said}
            <IconPencil size={14} aria-hidden />
          </Link>
        ) : (
          <span lang={langOf(said)}>{said}</span>
        )}
        {quoted && (
          <p className={classes.quoted} lang={langOf(quoted)}>
            {quoted}
          </p>
        )}
      </div>
    )
  })
}
