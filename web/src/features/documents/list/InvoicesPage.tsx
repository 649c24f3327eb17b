import { useLingui } from '@lingui/react/macro'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import type { SummaryRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { REJECTION_REQUESTED } from '#domain/documents/lifecycle.ts'
import { q } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { filtersOf } from '../../../ui/list/list-address.ts'
import { type PagedRows, useList } from '../../../ui/list/use-list.ts'
import { Actions } from './Actions.tsx'
import { useColumns } from './columns.tsx'
import { FilterChips } from './FilterChips.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { type InvoicesSearch, invoicesAddress, toListQuery } from './invoices-address.ts'
import { RejectionRequests } from './RejectionRequests.tsx'
import { SubmissionDetails } from './SubmissionDetails.tsx'
import { useTabLabels } from './tab-labels.ts'

/** What the first sight of the list does not need comes when it is opened. */
const Quickview = lazy(() => import('../quickview/Quickview.tsx').then((m) => ({ default: m.Quickview })))
const FilterPanel = lazy(() => import('./FilterPanel.tsx').then((m) => ({ default: m.FilterPanel })))

type Invoices = PagedRows<SummaryRow, InvoicesSearch>

/** `/dashboard/invoices`: all documents of the scope. Whatever decides what is shown stands in the address. */
export const InvoicesPage = () => {
  const { t } = useLingui()
  const list = useList(invoicesAddress, ({ page, page_size }, search) =>
    q(documents.list, { query: { ...toListQuery(search), page, page_size } }),
  )
  const [filters_open, panel] = useDisclosure(false)
  const [told, setTold] = useState<SummaryRow>()
  const show = (row: SummaryRow) => list.set({ open: row.uuid })
  return (
    <ListPage
      title={t`E-Invoices`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      actions={<Actions search={list.search} filters_open={filters_open} onFilters={panel.toggle} />}
      above={<Narrowing list={list} panel_open={filters_open} onOpen={show} />}
      list={list}
      tabs={useTabLabels()}
      onTab={(tab) => list.first({ tab, status: undefined })}
      columns={useColumns({ onOpen: show, onStatus: setTold })}
      keyOf={(row) => row.uuid}
      onRow={show}
      isOpen={(row) => row.uuid === list.search.open}
      card={(row) => <InvoiceCard row={row} onOpen={show} onStatus={setTold} />}
      range={({ last, count }) => t`${last} of ${count} Documents`}
      empty={
        <EmptyState title={t`No documents here yet.`}>
          {t`Documents appear as soon as they are created.`}
        </EmptyState>
      }
      nothing_found={t`No document matches these filters.`}
    >
      <SubmissionDetails row={told} onClose={() => setTold(undefined)} />
      <OpenRow list={list} />
    </ListPage>
  )
}

type NarrowingProps = { list: Invoices; panel_open: boolean; onOpen: (row: SummaryRow) => void }

/** What stands above the list: the filters, those that hold, and what buyers want rejected. */
const Narrowing = ({ list, panel_open, onOpen }: NarrowingProps) => {
  const filters = filtersOf(list.search)
  return (
    <>
      {panel_open && (
        <Suspense>
          <FilterPanel filters={filters} onApply={list.first} onReset={() => list.reset()} />
        </Suspense>
      )}
      <FilterChips filters={filters} onLift={(name) => list.first({ [name]: undefined })} />
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
const OpenRow = ({ list }: { list: Invoices }) => {
  const { open } = list.search
  if (!useOnce(open !== undefined)) return null
  return (
    <Suspense>
      <Quickview
        uuid={open}
        rows={list.rows ?? []}
        onMove={(uuid) => list.replace({ open: uuid })}
        onClose={() => list.set({ open: undefined })}
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
