import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { Previous } from './previous.ts'
import { useWithdraw } from './use-withdraw.tsx'

/** Edit and Cancel, only where the server says that they may be used: most rows are finished and need neither. */
export const PreviousActions = ({ row }: { row: Previous }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const withdraw = useWithdraw()
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
      {row.may_withdraw.ok && (
        <Button
          variant="subtle"
          color="gray"
          c="var(--bad)"
          size="compact-sm"
          ml={row.may_edit.ok ? undefined : -8}
          aria-label={t`Cancel ${row.invoice_number}`}
          onClick={() => void withdraw(row)}
        >
          <Trans>Cancel</Trans>
        </Button>
      )}
    </Group>
  )
}
