import { useLingui } from '@lingui/react/macro'
import { ACTIVITY_METHODS, activityLog } from '#contract/logs/activity-log.ts'
import { q } from '../../api/queries.ts'
import { DownloadButton } from '../../ui/acts/DownloadButton.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { filtersOf } from '../../ui/list/list-address.ts'
import { useLog } from '../../ui/list/use-log.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { useLogWords } from '../../widgets/log-words.ts'
import { activityLogAddress } from './activity-log-address.ts'
import { Method, useColumns } from './columns.tsx'

/** `/admin/admin-activity-logs`: every call of administration. */
export const ActivityLogPage = () => {
  const { t } = useLingui()
  const words = useLogWords()
  const list = useLog({
    address: activityLogAddress,
    ask: (filters, after) => q(activityLog.list, { query: { ...filters, after } }),
    failed: words.failed,
  })
  return (
    <ListPage
      title={t`Admin Activity Logs`}
      crumbs={useAdminCrumbs()}
      actions={
        <DownloadButton
          label={t`CSV`}
          endpoint={activityLog.report}
          input={{ query: filtersOf(list.search) }}
          words={words.csv}
        />
      }
      list={list}
      filters={[
        { name: 'start_date', label: t`Start Date`, kind: 'date' },
        { name: 'end_date', label: t`End Date`, kind: 'date' },
        {
          name: 'action',
          label: t`Action`,
          kind: 'choice',
          all: t`All`,
          options: ACTIVITY_METHODS.map((value) => ({ value, label: value })),
        },
        { name: 'user', label: t`User`, kind: 'text' },
      ]}
      filter_words={words.filters}
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
