import { useLingui } from '@lingui/react/macro'
import { LOGIN_USER_TYPES, logins } from '#contract/logs/logins.ts'
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
import { useColumns, useTypes } from './columns.tsx'
import { loginLogAddress } from './login-log-address.ts'

/** `/admin/user-login-log`: who signed in, from where and when. */
export const LoginLogPage = () => {
  const { t } = useLingui()
  const words = useLogWords()
  const types = useTypes()
  const list = useLog({
    address: loginLogAddress,
    ask: (filters, after) => q(logins.list, { query: { ...filters, after } }),
    failed: words.failed,
  })
  return (
    <ListPage
      title={t`User Login Report`}
      crumbs={useAdminCrumbs()}
      actions={
        <DownloadButton
          label={t`CSV`}
          endpoint={logins.report}
          input={{ query: filtersOf(list.search) }}
          words={words.csv}
        />
      }
      list={list}
      filters={[
        { name: 'start_date', label: t`Start Date`, kind: 'date' },
        { name: 'end_date', label: t`End Date`, kind: 'date' },
        { name: 'user_id', label: t`User ID`, kind: 'text' },
        {
          name: 'user_type',
          label: t`User Type`,
          kind: 'choice',
          all: t`All`,
          options: LOGIN_USER_TYPES.map((value) => ({ value, label: types[value] })),
        },
      ]}
      filter_words={words.filters}
      columns={useColumns(types)}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={row.user.username}
          aside={types[row.user_type]}
          quiet={
            <>
              <InstantText value={row.login_time} /> · {row.ip_address}
            </>
          }
        />
      )}
      empty={<EmptyState title={t`Nobody has signed in yet.`} />}
      nothing_found={t`No sign-in matches these filters.`}
    />
  )
}
