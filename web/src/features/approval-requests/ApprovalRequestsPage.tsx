import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ApprovalRequest, changeRequests } from '#contract/people/change-requests.ts'
import { q } from '../../api/queries.ts'
import { formatInstant } from '../../dates.ts'
import { useSearchState } from '../../ui/address/use-search-state.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import { useLog } from '../../ui/list/use-log.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { ACTION_WORDS, Asked, Decision, MODEL_WORDS, useColumns } from './columns.tsx'
import { requestsAddress } from './requests-address.ts'
import { useDecisionButtons } from './use-decisions.tsx'

const all = (results: ApprovalRequest[]) => ({ count: results.length, results })

/** `/admin/approval-requests`: changes that another superadmin asked for. */
export const ApprovalRequestsPage = () => {
  const { t, i18n } = useLingui()
  const address = useSearchState(requestsAddress.read)
  const waiting = address.search.tab === undefined
  const pending = useRows(
    { ...q(changeRequests.list, { query: {} }), select: all, enabled: waiting },
    'pending',
  )
  const decided = useLog({
    address: requestsAddress,
    ask: (_filters, after) => q(changeRequests.decided, { query: { after } }),
    failed: t`The decided requests could not be loaded.`,
    enabled: !waiting,
  })
  const decisions = useDecisionButtons(pending.rows)
  return (
    <ListPage
      title={t`Approval Requests`}
      crumbs={useAdminCrumbs()}
      list={waiting ? { ...address, ...pending } : decided}
      tabs={{ pending: t`Pending`, decided: t`Decided` }}
      columns={useColumns(waiting ? decisions : undefined)}
      keyOf={(row) => String(row.id)}
      card={(row) => (
        <RowCard
          head={`${row.id} · ${i18n._(MODEL_WORDS[row.model_name])} ${row.target_name}`}
          aside={i18n._(ACTION_WORDS[row.action])}
          quiet={`${row.requested_by}: ${row.reason}`}
          actions={
            <>
              <Asked row={row} />
              {waiting ? decisions(row) : <Decision row={row} />}
            </>
          }
        />
      )}
      empty={
        <EmptyState title={waiting ? t`Nothing waits for approval.` : t`Nothing was decided yet.`}>
          {waiting && <LastDecision />}
        </EmptyState>
      }
    />
  )
}

const LastDecision = () => {
  const { data } = useQuery(q(changeRequests.decided, { query: {} }))
  const last = data?.results
    .flatMap(({ decided_at }) => decided_at ?? [])
    .toSorted()
    .at(-1)
  const when = last && formatInstant(new Date(last))
  return when ? (
    <Trans>The last one was decided on {when}.</Trans>
  ) : (
    <Trans>Changes of groups, departments and validation rules appear here.</Trans>
  )
}
