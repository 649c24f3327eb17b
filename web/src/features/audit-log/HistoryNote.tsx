import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { AuditEvent } from '#contract/logs/audit-log.ts'
import { useTargetKinds } from '../../widgets/target-kinds.ts'

type Props = { target: string; rows: readonly AuditEvent[] | undefined; onAll: () => void }

/** Says that the log is the history of one thing, and of which. */
export const HistoryNote = ({ target, rows, onAll }: Props) => {
  const { t } = useLingui()
  const kindOf = useTargetKinds()
  const [kind = '', id = ''] = target.split(':')
  const name = rows?.find((row) => row.target_id === id)?.target_name || id
  return (
    <Group gap="sm" role="status">
      <Text>
        <Trans>
          History of <b>{`${kindOf(kind)} ${name}`}</b>
        </Trans>
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={onAll}>
        {t`Show all changes`}
      </Button>
    </Group>
  )
}
