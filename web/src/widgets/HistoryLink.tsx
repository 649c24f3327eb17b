import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useProfile } from '../session/session.ts'

type Props = {
  /** As the log of changes names it: `customer`, `entity`, … */
  kind: string
  id: string
  /** Whose, for those who cannot see where it stands. */
  name?: string
}

/** Leads superadmins to what was changed of one thing, by whom and when; others do not see it. */
export const HistoryLink = ({ kind, id, name }: Props) => {
  const { t } = useLingui()
  if (useProfile().access_type !== 'superadmin') return null
  return (
    <Button
      renderRoot={(props) => <Link {...props} to={paths.auditLog} search={{ target: `${kind}:${id}` }} />}
      variant="subtle"
      size="compact-sm"
      ml={-8}
      mr="auto"
      leftSection={<IconHistory size={16} aria-hidden />}
      {...(name && { 'aria-label': t`History of ${name}` })}
    >
      <Trans>History</Trans>
    </Button>
  )
}
