import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { usePermissions } from '../../session/session.ts'
import { Page } from '../../ui/Page.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import classes from './CreateDocumentPage.module.css'
import { PreviousDocuments } from './PreviousDocuments.tsx'
import { TemplatesCard } from './TemplatesCard.tsx'
import { UploadCard } from './upload/UploadCard.tsx'

/** Where a document begins: from a template, from nothing, or from one that came back. */
export const CreateDocumentPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const permissions = usePermissions()
  const create = () => void navigate({ to: paths.create })
  const plus = <IconPlus size={16} aria-hidden />
  return (
    <Page
      title={t`Create E-Invoice Management`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      actions={
        permissions.can_create_invoice ? (
          <Button leftSection={plus} onClick={create}>
            <Trans>Create New E-Invoice</Trans>
          </Button>
        ) : (
          <ReasonedButton leftSection={plus} why_not={t`You need the permission can_create_invoice.`}>
            <Trans>Create New E-Invoice</Trans>
          </ReasonedButton>
        )
      }
    >
      <div className={classes.columns}>
        {permissions.can_create_invoice && (
          <div className={classes.beginnings}>
            <TemplatesCard />
            <UploadCard />
          </div>
        )}
        <PreviousDocuments />
      </div>
    </Page>
  )
}
