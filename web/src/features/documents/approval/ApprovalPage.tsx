import { useLingui } from '@lingui/react/macro'
import type { PendingRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { FilterField } from '../../../ui/list/filters.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { useCalmRows } from '../../../ui/list/use-calm-rows.ts'
import { useList } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.tsx'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { usePlaceFields } from '../use-place-fields.ts'
import { ApproveMany } from './ApproveMany.tsx'
import { LastDecision } from './LastDecision.tsx'
import { PendingCard } from './PendingCard.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { pendingAddress } from './pending-address.ts'
import { usePendingColumns } from './pending-columns.tsx'
import { RowActions } from './RowActions.tsx'
import { RunPanels } from './RunPanel.tsx'
import { useApprovalRun } from './use-approval-run.ts'
import { type Decision, useDecide } from './use-decide.tsx'
import { useLanding } from './use-landing.ts'
import { usePreview } from './use-preview.ts'

/** `/dashboard/invoices/approval`: documents that wait for a decision. */
export const ApprovalPage = () => {
  const { t } = useLingui()
  const list = usePending()
  useFailureToast(list.error, t`Error fetching pending invoices!`)
  // Nobody chooses what is not shown.
  const calm = useCalmRows(list, keyOf)
  const preview = usePreview(list, calm)
  const decide = useDecide(preview.goOn)
  const { chosen, every, lead, select } = useChosen(calm.rows)
  const show = (row: PendingRow) => list.set({ open: row.uuid })
  const acts = { onPreview: show, onDecide: (decision: Decision) => void decide(decision) }
  const actions = (row: PendingRow) => <RowActions row={row} {...acts} />
  const runs = useApprovalRun(({ refusals }) => select(refusals.map(({ uuid }) => uuid)))
  // The newest reason of a row is its reason.
  const refusals = runs.told.toReversed().flatMap((run) => run.refusals)
  const failures = new Map(refusals.map(({ uuid, why }) => [uuid, why]))
  const land = useLanding(calm.rows?.map(keyOf) ?? [])

  return (
    <ListPage
      title={t`Approvals`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      actions={
        <ApproveMany
          chosen={chosen}
          runs={runs}
          matching={every ? matchingOf({ ...list, rows: calm.rows }) : undefined}
          onDone={() => land(chosen.at(-1)?.uuid)}
        />
      }
      above={<RunPanels runs={runs} />}
      list={list}
      label={t`Pending documents`}
      filters={useFilters(list.search.sender_entity_code)}
      columns={usePendingColumns({ actions, failures })}
      fixed
      keyOf={keyOf}
      calm={calm}
      onRow={show}
      lead={lead}
      card={(row) => (
        <PendingCard
          row={row}
          failure={failures.get(row.uuid)}
          actions={<RowActions row={row} labelled {...acts} />}
        />
      )}
      range={({ last, count }) => t`${last} of ${count} Documents`}
      numbered
      empty={
        <EmptyState title={t`Nothing waits for approval.`}>
          <LastDecision />
        </EmptyState>
      }
      nothing_found={t`No pending document matches these filters.`}
    >
      <PreviewDialog
        uuid={preview.open}
        steps={preview.steps}
        onDecide={acts.onDecide}
        onClose={preview.close}
      />
    </ListPage>
  )
}

const keyOf = (row: PendingRow) => row.uuid

const useChosen = (rows: readonly PendingRow[] | undefined) => {
  const { t } = useLingui()
  return useSelection({
    rows,
    keyOf,
    may: (row) => row.may_approve.ok,
    all: (all) => t`Select the ${all} documents of this page that you may approve`,
    one: (row) => t`Select ${row.invoice_number}`,
  })
}

/** What the filters leave on all pages, where that is more than this one. */
const matchingOf = ({ count = 0, rows = [], search }: ReturnType<typeof usePending>) => {
  const { invoice_number, sender_entity_code, sender_store_code, date_start, date_end } = search
  const filters = { invoice_number, sender_entity_code, sender_store_code, date_start, date_end }
  return count > rows.length ? { count, filters } : undefined
}

const usePending = () => useList(pendingAddress, (query) => q(documents.pending, { query }))

const useFilters = (company: string | undefined): FilterField[] => {
  const { t } = useLingui()
  const places = usePlaceFields(company)
  return [
    { name: 'invoice_number', label: t`Invoice Number`, kind: 'text' },
    ...places,
    { name: 'date_start', label: t`Issue Date From`, kind: 'date' },
    { name: 'date_end', label: t`Issue Date To`, kind: 'date' },
    { name: 'may_approve', label: t`Only what I may approve`, kind: 'flag' },
  ]
}
