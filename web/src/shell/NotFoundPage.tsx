import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page } from '../ui/Page.tsx'

/** An address that leads nowhere. */
export const NotFoundPage = () => {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`}>
      <EmptyState
        title={t`There is nothing at this address.`}
        icon={IconMapQuestion}
        action={
          <Button component={Link} to={paths.dashboard}>
            <Trans>Go to the dashboard</Trans>
          </Button>
        }
      >
        <Trans>The link may be old, or the document may not be visible to you.</Trans>
      </EmptyState>
    </Page>
  )
}
