import { Trans, useLingui } from '@lingui/react/macro'
import { useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { isForbidden } from '../../../ui/LoadError.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyPage } from '../../../ui/table/EmptyPage.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { shownUpTo } from '../../../ui/table/page-count.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { useSearchState } from '../../../ui/use-search-state.ts'
import { ApproveMany } from './ApproveMany.tsx'
import { PendingFilters } from './PendingFilters.tsx'
import { PendingTable } from './PendingTable.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { PENDING_PAGE_SIZES, readPendingSearch, toPendingQuery } from './pending-search.ts'
import { useApprovals } from './use-approvals.ts'
import { useDecide } from './use-decide.tsx'

/** `/dashboard/invoices/approval`: documents that wait for a decision. */
export const ApprovalPage = () => {
  const { t } = useLingui()
  const { search, set, first } = useSearchState(readPendingSearch)
  const query = toPendingQuery(search)
  const list = useQuery({ ...q(documents.pending, { query }), placeholderData: keepPreviousData })
  useErrorToast(list.isError && !isForbidden(list.error), t`Error fetching pending invoices!`)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [preview, setPreview] = useState<string>()
  const decide = useDecide(() => setPreview(undefined))
  const approvals = useApprovals()
  const [revealed, setRevealed] = useState(false)
  // The key gives 'å' on some keyboards, hence its place and not its letter.
  useHotkeys([['shift+alt+A', () => setRevealed(true), { usePhysicalKeys: true }]])
  const rows = list.isError ? [] : list.data?.results
  const chosen = rows?.filter((row) => selected.has(row.uuid) && row.may_approve.ok) ?? []
  const count = list.data?.count ?? 0
  const page = search.page ?? 1
  const page_size = search.page_size ?? 10
  const paging = { page, page_size, count, onPage: (to: number) => set({ page: to }) }

  return (
    <Page
      title={t`Approvals`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      error={list.error}
      actions={<ApproveMany chosen={chosen} approvals={approvals} revealed={revealed} />}
    >
      <PendingFilters values={search} onApply={first} />
      <PendingTable
        rows={rows}
        search={search}
        selected={selected}
        failures={approvals.failures}
        fetching={list.isPlaceholderData}
        error={list.error}
        empty={
          <EmptyPage {...paging}>
            <NothingPending filtered={Boolean(search.invoice_number || search.sender_store_code)} />
          </EmptyPage>
        }
        onSelect={setSelected}
        onSort={(sort) => first({ sort_by: sort?.by, sort_order: sort?.order })}
        onRetry={() => list.refetch()}
        onPreview={(row) => setPreview(row.uuid)}
        onDecide={(kind, row) => void decide({ kind, row, revision: row.revision })}
      />
      <Pagination
        {...paging}
        page_sizes={PENDING_PAGE_SIZES}
        numbered
        range={list.data && <Range shown={shownUpTo(page, page_size, count)} count={count} />}
        onPageSize={(size) => first({ page_size: size })}
      />
      <PreviewDialog
        uuid={preview}
        row={rows?.find((row) => row.uuid === preview)}
        onDecide={(decision) => void decide(decision)}
        onClose={() => setPreview(undefined)}
      />
    </Page>
  )
}

const useErrorToast = (failed: boolean, message: string) => {
  useEffect(() => {
    if (failed) toastBad(message)
  }, [failed, message])
}

const Range = ({ shown, count }: { shown: number; count: number }) => (
  <Trans>
    {shown} of {count} Documents
  </Trans>
)

const NothingPending = ({ filtered }: { filtered: boolean }) => {
  const { t } = useLingui()
  return (
    <EmptyState
      title={filtered ? t`No pending document matches these filters.` : t`Nothing waits for approval.`}
    >
      {!filtered && t`Documents appear here as soon as somebody requests approval.`}
    </EmptyState>
  )
}
