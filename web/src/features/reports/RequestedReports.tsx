import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type RequestedReport, reports } from '#contract/reports/reports.ts'
import { askAgain } from '../../api/ask-again.ts'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { List } from '../../ui/list/List.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { NarrowedBy } from '../../widgets/list-filters/NarrowedBy.tsx'
import { RemoveReport } from './RemoveButtons.tsx'
import { ReportFile } from './ReportFile.tsx'
import classes from './reports.module.css'
import { reportsAddress } from './reports-address.ts'
import { requestedPage } from './use-running.ts'
import { TYPE_WORDS } from './words.ts'

/** One's reports that were made, or are being made, the newest first. */
export const RequestedReports = () => {
  const { t } = useLingui()
  const list = useList(reportsAddress, (query) => requestedPage(query))
  return (
    <Card title={t`Past Requested Reports`} aside={<RefreshButton />}>
      <List
        list={list}
        label={t`Reports, newest first`}
        columns={useColumns()}
        keyOf={(row) => row.id}
        card={(row) => <ReportCard row={row} />}
        range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
        empty={
          <EmptyState title={t`No reports here yet.`}>
            <Trans>Reports that you ask for, and those that were sent by a schedule, are kept here.</Trans>
          </EmptyState>
        }
      />
    </Card>
  )
}

const RefreshButton = () => {
  const client = useQueryClient()
  const refresh = () => void askAgain(client, [reports.requested.id, reports.scheduled.id])
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={refresh}
    >
      <Trans>Refresh</Trans>
    </Button>
  )
}

const useColumns = (): Column<RequestedReport>[] => {
  const { t, i18n } = useLingui()
  return [
    { ...textColumn('name', t`Name`, 360), cell: (row) => <NameOf row={row} /> },
    { key: 'report_type', header: t`Report Type`, cell: (row) => i18n._(TYPE_WORDS[row.report_type]) },
    { key: 'created_at', header: t`Created At`, cell: (row) => <InstantText value={row.created_at} /> },
    { key: 'file', header: t`File`, cell: (row) => <ReportFile row={row} /> },
    {
      key: 'action',
      header: t`Action`,
      cell: (row) => <RemoveReport row={row} />,
      acts: true,
      pinned_at: 0,
      width: 96,
    },
  ]
}

/** What it is called; of the list's own export also by what the list was narrowed. */
const NameOf = ({ row: { name, list_filters } }: { row: RequestedReport }) => (
  <span className={classes.told}>
    {name}
    {list_filters && (
      <span className={classes.why}>
        <NarrowedBy filters={list_filters} />
      </span>
    )}
  </span>
)

const ReportCard = ({ row }: { row: RequestedReport }) => {
  const { i18n } = useLingui()
  return (
    <RowCard
      head={<NameOf row={row} />}
      quiet={
        <>
          {i18n._(TYPE_WORDS[row.report_type])} · <InstantText value={row.created_at} />
        </>
      }
      actions={
        <Group gap={4}>
          <ReportFile row={row} />
          <RemoveReport row={row} />
        </Group>
      }
    />
  )
}
