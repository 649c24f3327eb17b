import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { usePermissions } from '../../session/session.ts'
import { useWithdraw } from '../../widgets/withdraw/use-withdraw.tsx'
import type { Previous } from './previous.ts'

/** Edit and Cancel, only where the server says that they may be used; a copy of any of them may be begun. */
export const PreviousActions = ({ row }: { row: Previous }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const withdraw = useWithdraw()
  const { can_create_invoice } = usePermissions()
  return (
    <Group gap={4} wrap="nowrap">
      {row.may_edit.ok && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Edit ${row.invoice_number}`}
          onClick={() => void navigate({ to: paths.edit, params: { uuid: row.uuid } })}
        >
          <Trans>Edit</Trans>
        </Button>
      )}
      {can_create_invoice && (
        <ActionIcon
          variant="default"
          aria-label={t`Copy ${row.invoice_number} as new`}
          title={t`Copy as new`}
          onClick={() => void navigate({ to: paths.create, search: { copy: row.uuid } })}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      )}
      {row.may_withdraw.ok && (
        <Button
          variant="subtle"
          color="gray"
          c="var(--bad)"
          size="compact-sm"
          aria-label={t`Cancel ${row.invoice_number}`}
          onClick={() => void withdraw(row)}
        >
          <Trans context="a document">Cancel</Trans>
        </Button>
      )}
    </Group>
  )
}
