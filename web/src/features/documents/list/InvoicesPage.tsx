import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { documents, type SummaryRow } from '#contract/documents.ts'
import { REJECTION_REQUESTED, TABS, type Tab } from '#domain/documents/lifecycle.ts'
import { q } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { EmptyPage } from '../../../ui/table/EmptyPage.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { shownUpTo } from '../../../ui/table/page-count.ts'
import { type SearchState, useSearchState } from '../../../ui/use-search-state.ts'
import { readable } from '../../../widgets/status-message/readable.ts'
import { useColumns } from './columns.tsx'
import { FilterChips } from './FilterChips.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import classes from './InvoicesPage.module.css'
import {
  filtersOf,
  hasFilter,
  type ListSearch,
  PAGE_SIZES,
  readListSearch,
  toListQuery,
} from './list-search.ts'
import { RejectionRequests } from './RejectionRequests.tsx'
import { useTabLabels } from './tab-labels.ts'
import { useCsvReport } from './use-csv-report.ts'

/** What the first sight of the list does not need comes when it is opened. */
const Quickview = lazy(() => import('../quickview/Quickview.tsx').then((m) => ({ default: m.Quickview })))
const FilterPanel = lazy(() => import('./FilterPanel.tsx').then((m) => ({ default: m.FilterPanel })))

/** `/dashboard/invoices`: all documents of the scope. Whatever decides what is shown stands in the address. */
export const InvoicesPage = () => {
  const { t } = useLingui()
  const state = useSearchState(readListSearch)
  const { search } = state
  const [filtersOpen, panel] = useDisclosure(false)
  const [told, setTold] = useState<SummaryRow>()
  const list = useQuery({
    ...q(documents.list, { query: toListQuery(search) }),
    placeholderData: keepPreviousData,
  })
  const show = (row: SummaryRow) => state.set({ open: row.uuid })
  const columns = useColumns({ onOpen: show, onStatus: setTold })
  const filters = filtersOf(search)
  const page = search.page ?? 1
  const page_size = search.page_size ?? PAGE_SIZES[0]
  const paging = {
    page,
    page_size,
    count: list.data?.count ?? 0,
    onPage: (to: number) => state.set({ page: to }),
  }
  const rows = list.isError ? [] : list.data?.results

  return (
    <Page
      title={t`E-Invoices`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      error={list.error}
      actions={<Actions search={search} filtersOpen={filtersOpen} onFilters={panel.toggle} />}
    >
      <Narrowing filters={filters} panel_open={filtersOpen} state={state} onOpen={show} />
      <StatusTabs
        tab={search.tab ?? 'All'}
        onTab={(to) => state.first({ tab: to === 'All' ? undefined : to, status: undefined })}
      >
        <DataTable
          label={t`E-Invoices`}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.uuid}
          {...(search.sort_by && { sort: { by: search.sort_by, order: search.sort_order ?? 'desc' } })}
          onSort={(sort) => state.first({ sort_by: sort?.by, sort_order: sort?.order })}
          onRow={show}
          isOpen={(row) => row.uuid === search.open}
          fetching={list.isPlaceholderData}
          error={list.error}
          onRetry={() => list.refetch()}
          empty={
            <EmptyPage {...paging}>
              <NothingHere filtered={hasFilter(search)} onReset={() => state.reset()} />
            </EmptyPage>
          }
          card={(row) => <InvoiceCard row={row} onOpen={show} onStatus={setTold} />}
        />
      </StatusTabs>
      <Pagination
        {...paging}
        page_sizes={PAGE_SIZES}
        range={<Range page={page} page_size={page_size} count={list.data?.count} />}
        onPageSize={(size) => state.first({ page_size: size })}
      />
      <SubmissionDetails row={told} onClose={() => setTold(undefined)} />
      <OpenRow state={state} rows={rows ?? []} />
    </Page>
  )
}

type NarrowingProps = {
  filters: ReturnType<typeof filtersOf>
  panel_open: boolean
  state: SearchState<ListSearch>
  onOpen: (row: SummaryRow) => void
}

/** What stands above the list: the filters, those that hold, and what buyers want rejected. */
const Narrowing = ({ filters, panel_open, state, onOpen }: NarrowingProps) => (
  <>
    {panel_open && (
      <Suspense>
        <FilterPanel filters={filters} onApply={state.first} onReset={() => state.reset()} />
      </Suspense>
    )}
    <FilterChips filters={filters} onLift={(name) => state.first({ [name]: undefined })} />
    <RejectionRequests
      onOpen={onOpen}
      onAll={
        filters.status === REJECTION_REQUESTED
          ? undefined
          : () => state.reset({ status: REJECTION_REQUESTED })
      }
    />
  </>
)

/** The quickview of the row that the address calls open. */
const OpenRow = ({ state, rows }: { state: SearchState<ListSearch>; rows: readonly SummaryRow[] }) => {
  const { open } = state.search
  if (!useOnce(open !== undefined)) return null
  return (
    <Suspense>
      <Quickview
        uuid={open}
        rows={rows}
        onMove={(uuid) => state.replace({ open: uuid })}
        onClose={() => state.set({ open: undefined })}
      />
    </Suspense>
  )
}

/** True from the first time on: a panel that was opened stays, to give the focus back when it closes. */
const useOnce = (now: boolean) => {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever
}

type ActionsProps = { search: ListSearch; filtersOpen: boolean; onFilters: () => void }

const Actions = ({ search, filtersOpen, onFilters }: ActionsProps) => {
  const { t } = useLingui()
  const { progress, run } = useCsvReport(search)
  const { done = 0, count = 0 } = progress ?? {}
  return (
    <>
      {progress && (
        <Text size="sm" c="dimmed" role="status" className="figures">
          <Trans>
            {done} of {count} documents
          </Trans>
        </Text>
      )}
      <Button
        variant="default"
        aria-expanded={filtersOpen}
        leftSection={
          filtersOpen ? <IconFilterOff size={16} aria-hidden /> : <IconFilter size={16} aria-hidden />
        }
        onClick={onFilters}
      >
        {filtersOpen ? t`Hide Filters` : t`Show Filters`}
      </Button>
      <ReasonedButton
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        why_not={hasFilter(search) ? '' : t`At least 1 filter must be selected`}
        loading={progress !== undefined}
        onClick={run}
      >
        {t`CSV Report`}
      </ReasonedButton>
    </>
  )
}

type TabsProps = { tab: Tab; onTab: (tab: Tab) => void; children: React.ReactNode }

const StatusTabs = ({ tab, onTab, children }: TabsProps) => {
  const labels = useTabLabels()
  return (
    <Tabs value={tab} onChange={(value) => value && onTab(value as Tab)} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {/* The keys of TABS are the tabs. */}
        {(Object.keys(TABS) as Tab[]).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="sm" tabIndex={-1}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

const Range = ({
  page,
  page_size,
  count,
}: {
  page: number
  page_size: number
  count: number | undefined
}) => {
  if (count === undefined) return null
  const shown = shownUpTo(page, page_size, count)
  return (
    <Trans>
      {shown} of {count} Documents
    </Trans>
  )
}

const NothingHere = ({ filtered, onReset }: { filtered: boolean; onReset: () => void }) => {
  const { t } = useLingui()
  if (!filtered) {
    return (
      <EmptyState
        title={t`No documents here yet.`}
      >{t`Documents appear as soon as they are created.`}</EmptyState>
    )
  }
  return (
    <EmptyState
      title={t`No document matches these filters.`}
      action={
        <Button variant="default" onClick={onReset}>
          <Trans>Reset Filters</Trans>
        </Button>
      }
    />
  )
}

const SubmissionDetails = ({ row, onClose }: { row: SummaryRow | undefined; onClose: () => void }) => {
  const { t } = useLingui()
  return (
    <Modal opened={row !== undefined} onClose={onClose} title={t`Submission Details`}>
      {row && (
        <>
          <Group gap="xs" mb="sm">
            <Text fw={560}>{row.invoice_number}</Text>
            <StatusBadge status={row.status} />
          </Group>
          <Text className={classes.message}>
            {readable(row) || t`There is no message for this document.`}
          </Text>
          {row.reject_request && <AskedBack reason={row.reject_request.reason} />}
        </>
      )}
    </Modal>
  )
}

const AskedBack = ({ reason }: { reason: string }) => (
  <Text className={classes.message} mt="xs">
    <Trans>The buyer asked for rejection: {reason}</Trans>
  </Text>
)
