import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useProfile } from '../../session/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'

/** In place of every screen but those of administration, since no document could be made: what a superadmin does. */
export const NoCompany = () => {
  const { t } = useLingui()
  const { sender_entities } = useProfile()
  if (sender_entities.length > 0) {
    return (
      <Page title={t`There is no department yet`}>
        <EmptyState
          title={t`Documents are issued by a department of a company, and none is left.`}
          icon={IconBuilding}
          action={
            <Button
              renderRoot={(props) => (
                <Link {...props} to={paths.permissions} search={{ tab: 'departments' }} />
              )}
            >
              <Trans>Go to Permission Management</Trans>
            </Button>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={t`There is no company yet`}>
      <EmptyState
        title={t`Add the company that issues documents, with its first department.`}
        icon={IconBuilding}
        action={
          <Button component={Link} to={paths.entities}>
            <Trans>Go to Entity Management</Trans>
          </Button>
        }
      />
    </Page>
  )
}
