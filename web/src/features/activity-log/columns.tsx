import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { AdminCall } from '#contract/logs/activity-log.ts'
import { Badge } from '../../ui/Badge.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'

/** The specified columns; that a call was refused stands beside its method. */
export const useColumns = (): Column<AdminCall>[] => {
  const { t } = useLingui()
  return [
    textColumn('user', t`User`, 220),
    { key: 'action', header: t`Action`, cell: (row) => <Method row={row} /> },
    textColumn('endpoint', t`Endpoint`, 340),
    textColumn('ip_address', t`IP Address`, 160),
    { key: 'timestamp', header: t`Timestamp`, cell: (row) => <InstantText value={row.timestamp} /> },
  ]
}

export const Method = ({ row: { action, admitted } }: { row: AdminCall }) => (
  <Group gap={8} wrap="nowrap">
    {action}
    {!admitted && <Badge tone="bad" icon={IconBan} word={<Trans>Refused</Trans>} />}
  </Group>
)
