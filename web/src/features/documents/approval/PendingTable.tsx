import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconEye, IconX, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PendingRow } from '#contract/documents.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Sort } from '../../../ui/table/table.ts'
import { PendingCard } from './PendingCard.tsx'
import { usePendingColumns } from './pending-columns.tsx'
import type { PendingSearch, PendingSortKey } from './pending-search.ts'

type Props = {
  rows: readonly PendingRow[] | undefined
  search: PendingSearch
  selected: ReadonlySet<string>
  /** By uuid, why the last bulk approval refused the document. */
  failures: ReadonlyMap<string, string>
  fetching: boolean
  error: unknown
  empty: ReactNode
  onSelect: (selected: ReadonlySet<string>) => void
  onSort: (sort: Sort<PendingSortKey>) => void
  onRetry: () => void
  onPreview: (row: PendingRow) => void
  onDecide: (kind: 'approve' | 'reject', row: PendingRow) => void
}

export const PendingTable = (props: Props) => {
  const { t } = useLingui()
  const { rows, search, selected, failures, onSelect } = props
  const selectable = rows?.filter((row) => row.may_approve.ok) ?? []
  const chosen = selectable.filter((row) => selected.has(row.uuid)).length
  const actions = (row: PendingRow) => <RowActions row={row} {...props} />
  const columns = usePendingColumns({ actions, failures })
  const toggle = (uuid: string) => {
    const next = new Set(selected)
    if (!next.delete(uuid)) next.add(uuid)
    onSelect(next)
  }
  const all = selectable.length
  return (
    <DataTable
      label={t`Pending documents`}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.uuid}
      {...(search.sort_by && { sort: { by: search.sort_by, order: search.sort_order ?? 'desc' } })}
      onSort={(sort) => props.onSort(sort as Sort<PendingSortKey>)} // the action column is not sorted
      onRow={props.onPreview}
      fetching={props.fetching}
      error={props.error}
      onRetry={props.onRetry}
      empty={props.empty}
      card={(row) => <PendingCard row={row} failure={failures.get(row.uuid)} actions={actions(row)} />}
      lead={{
        header_words: t`Select all ${all} on this page`,
        header: (
          <Checkbox
            size="xs"
            aria-label={t`Select the ${all} documents of this page that you may approve`}
            checked={all > 0 && chosen === all}
            indeterminate={chosen > 0 && chosen < all}
            disabled={all === 0}
            onChange={() => onSelect(new Set(chosen === all ? [] : selectable.map((row) => row.uuid)))}
          />
        ),
        cell: (row) => (
          <Checkbox
            size="xs"
            aria-label={t`Select ${row.invoice_number}`}
            checked={selected.has(row.uuid) && row.may_approve.ok}
            disabled={!row.may_approve.ok}
            onChange={() => toggle(row.uuid)}
          />
        ),
      }}
    />
  )
}

const RowActions = ({ row, onPreview, onDecide }: { row: PendingRow } & Props) => {
  const { t } = useLingui()
  const number = row.invoice_number
  return (
    // The first icon, and not the space around it, stands beneath the head.
    <Group gap={4} wrap="nowrap" ml={row.may_approve.ok ? -5 : undefined}>
      <RowAction label={t`Preview ${number}`} icon={IconEye} onClick={() => onPreview(row)} />
      {row.may_approve.ok ? (
        <>
          <RowAction
            label={t`Approve ${number}`}
            icon={IconCheck}
            tone="good"
            onClick={() => onDecide('approve', row)}
          />
          <RowAction
            label={t`Reject ${number}`}
            icon={IconX}
            tone="bad"
            onClick={() => onDecide('reject', row)}
          />
        </>
      ) : (
        <Tooltip label={row.may_approve.why} multiline maw={260}>
          <Text size="xs" c="dimmed" tabIndex={0}>
            <Trans>Not yours to decide</Trans>
          </Text>
        </Tooltip>
      )}
    </Group>
  )
}

type RowActionProps = { label: string; icon: TablerIcon; tone?: 'good' | 'bad'; onClick: () => void }

const RowAction = ({ label, icon: Icon, tone, onClick }: RowActionProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} onClick={onClick}>
      <Icon size={18} stroke={1.8} aria-hidden {...(tone && { color: `var(--${tone})` })} />
    </ActionIcon>
  </Tooltip>
)
