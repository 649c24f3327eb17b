import { useLingui } from '@lingui/react/macro'
import { Box, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'
import type { SummaryRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { REJECTION_REQUESTED } from '#domain/documents/lifecycle.ts'
import { q } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useOnce } from '../../../ui/later/late-open.ts'
import { later, whenWanted } from '../../../ui/later/later.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { filtersOf } from '../../../ui/list/list-address.ts'
import { SearchBox } from '../../../ui/list/SearchBox.tsx'
import { useCalmRows } from '../../../ui/list/use-calm-rows.ts'
import { type PagedRows, useList } from '../../../ui/list/use-list.ts'
import { useRoomBeside } from '../../../ui/side-panel/use-room-beside.ts'
import { useColumnChoice } from '../../../ui/table/use-column-choice.tsx'
import { CancelRuns } from '../cancelling/CancelRuns.tsx'
import { useCancellable } from '../cancelling/use-cancellable.ts'
import { Actions } from './Actions.tsx'
import { useColumns } from './columns.tsx'
import { FilterChips } from './FilterChips.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { type InvoicesSearch, invoicesAddress, toListQuery } from './invoices-address.ts'
import { RejectionRequests } from './RejectionRequests.tsx'
import { useTabLabels } from './tab-labels.ts'
import { useFoldedColumns } from './use-folded-columns.ts'
import { useKeptColumns } from './use-kept-columns.ts'
import { useTabCounts } from './use-tab-counts.ts'

/** What the first sight of the list does not need comes when it is opened. */
const Quickview = later(async () => (await import('../quickview/Quickview.tsx')).Quickview)
const FilterPanel = later(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const CancelMany = whenWanted(async () => (await import('../cancelling/CancelMany.tsx')).CancelMany)
const SubmissionDetails = later(async () => (await import('./SubmissionDetails.tsx')).SubmissionDetails)

type Invoices = PagedRows<SummaryRow, InvoicesSearch>

/** `/dashboard/invoices`: all documents of the scope. Whatever decides what is shown stands in the address. */
export const InvoicesPage = () => {
  const { t } = useLingui()
  const list = useList(invoicesAddress, ({ page, page_size }, search) =>
    q(documents.list, { query: { ...toListQuery(search), page, page_size } }),
  )
  const calm = useCalmRows(list, keyOf)
  const [filters_open, panel] = useDisclosure(false)
  const [told, setTold] = useState<SummaryRow>()
  const show = (row: { uuid: string }) => list.set({ open: row.uuid })
  const beside = useRoomBeside() && list.search.open !== undefined
  const { columns, chooser, hidden } = useColumnChoice(useColumns(setTold), {
    list,
    kept_as: 'invoices',
    folded: useFoldedColumns(),
    always: ['invoice_number', 'status'],
  })
  const kept = useKeptColumns(columns)
  const { may_cancel, chosen, lead, forget } = useCancellable(calm.rows)
  return (
    <ListPage
      title={t`E-Invoices`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      actions={
        <>
          <Suspense>{chosen.length > 0 && <CancelMany chosen={chosen} onBegun={forget} />}</Suspense>
          <Actions list={list} filters_open={filters_open} onFilters={panel.toggle} />
        </>
      }
      above={
        <>
          <Narrowing list={list} panel_open={filters_open} chooser={chooser} onOpen={show} />
          {may_cancel && <CancelRuns />}
        </>
      }
      list={list}
      tabs={useTabLabels()}
      onTab={(tab) => list.first({ tab, status: undefined })}
      view_also={{ hidden }}
      tab_counts={useTabCounts(list.search)}
      columns={beside ? kept : columns}
      keyOf={keyOf}
      calm={calm}
      lead={lead}
      onRow={show}
      isOpen={(row) => row.uuid === list.search.open}
      card={(row) => <InvoiceCard row={row} onStatus={setTold} />}
      range={({ last, count, uncounted }) => {
        return uncounted ? t`${last} of more than ${count} Documents` : t`${last} of ${count} Documents`
      }}
      empty={
        <EmptyState title={t`No documents here yet.`}>
          {t`Documents appear as soon as they are created.`}
        </EmptyState>
      }
      nothing_found={t`No document matches these filters.`}
    >
      <Suspense>
        {useOnce(told !== undefined) && <SubmissionDetails row={told} onClose={() => setTold(undefined)} />}
      </Suspense>
      <OpenRow list={list} rows={calm.rows} />
    </ListPage>
  )
}

const keyOf = (row: SummaryRow) => row.uuid

type NarrowingProps = {
  list: Invoices
  panel_open: boolean
  chooser: ReactNode
  onOpen: (row: { uuid: string }) => void
}

/** What stands above the list: the search, the filters, those that hold, and what buyers want rejected. */
const Narrowing = ({ list, panel_open, chooser, onOpen }: NarrowingProps) => {
  const { t } = useLingui()
  const filters = filtersOf(list.search)
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <SearchBox list={list} label={t`Search by number, buyer or UUID`} />
        <Box visibleFrom="sm">{chooser}</Box>
      </Group>
      {panel_open && (
        <Suspense>
          <FilterPanel filters={filters} onApply={list.first} onReset={() => list.reset()} />
        </Suspense>
      )}
      <FilterChips
        filters={filters}
        onLift={(name) => list.first({ [name]: undefined })}
        onReset={panel_open ? undefined : () => list.reset()}
      />
      <RejectionRequests
        onOpen={onOpen}
        onAll={
          filters.status === REJECTION_REQUESTED
            ? undefined
            : () => list.reset({ status: REJECTION_REQUESTED })
        }
      />
    </>
  )
}

/** The quickview of the row that the address calls open. */
const OpenRow = ({ list, rows = [] }: { list: Invoices; rows: readonly SummaryRow[] | undefined }) => {
  const { open } = list.search
  if (!useOnce(open !== undefined)) return null
  return (
    <Suspense>
      <Quickview
        uuid={open}
        rows={rows}
        onMove={(uuid) => list.replace({ open: uuid })}
        onClose={() => list.set({ open: undefined })}
      />
    </Suspense>
  )
}
