import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { usePermissions } from '../../../session/session.ts'

/** Leads those who set up mappings and rules to what these made of the document; others do not see it. */
export const TraceLink = ({ uuid }: { uuid: string }) => {
  if (!usePermissions().can_perform_mapping) return null
  return (
    <Button
      renderRoot={(props) => <Link {...props} to={paths.trace} search={{ document: uuid }} />}
      variant="subtle"
      size="compact-sm"
      ml={-8}
      leftSection={<IconRoute size={16} aria-hidden />}
    >
      <Trans>Trace</Trans>
    </Button>
  )
}
