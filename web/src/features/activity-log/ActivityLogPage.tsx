import { useLingui } from '@lingui/react/macro'
import { ACTIVITY_METHODS, activityLog } from '#contract/logs/activity-log.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { filtersOf } from '../../ui/list/list-address.ts'
import { useLog } from '../../ui/list/use-log.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { LogPage } from '../../widgets/LogPage.tsx'
import { useLogWords } from '../../widgets/log-words.ts'
import { activityLogAddress } from './activity-log-address.ts'
import { Method, useColumns } from './columns.tsx'

/** `/admin/admin-activity-logs`: every call of administration. */
export const ActivityLogPage = () => {
  const { t } = useLingui()
  const { failed } = useLogWords()
  const list = useLog({
    address: activityLogAddress,
    ask: (filters, after) => q(activityLog.list, { query: { ...filters, after } }),
    failed,
  })
  return (
    <LogPage
      title={t`Admin Activity Logs`}
      csv={{ label: t`CSV`, endpoint: activityLog.report, input: { query: filtersOf(list.search) } }}
      list={list}
      filters={[
        {
          name: 'action',
          label: t`Action`,
          kind: 'choice',
          all: t`All`,
          options: ACTIVITY_METHODS.map((value) => ({ value, label: value })),
        },
        { name: 'user', label: t`User`, kind: 'text' },
      ]}
      columns={useColumns()}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={row.user}
          aside={<Method row={row} />}
          quiet={
            <>
              {row.endpoint} · {row.ip_address} · <InstantText value={row.timestamp} />
            </>
          }
        />
      )}
      empty={<EmptyState title={t`Nothing has been called yet.`} />}
      nothing_found={t`No call matches these filters.`}
    />
  )
}
