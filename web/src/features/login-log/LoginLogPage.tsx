import { useLingui } from '@lingui/react/macro'
import { LOGIN_USER_TYPES, logins } from '#contract/logs/logins.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { filtersOf } from '../../ui/list/list-address.ts'
import { useLog } from '../../ui/list/use-log.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { LogPage } from '../../widgets/LogPage.tsx'
import { useLogWords } from '../../widgets/log-words.ts'
import { useColumns, useTypes } from './columns.tsx'
import { loginLogAddress } from './login-log-address.ts'

/** `/admin/user-login-log`: who signed in, from where and when. */
export const LoginLogPage = () => {
  const { t } = useLingui()
  const { failed } = useLogWords()
  const types = useTypes()
  const list = useLog({
    address: loginLogAddress,
    ask: (filters, after) => q(logins.list, { query: { ...filters, after } }),
    failed,
  })
  return (
    <LogPage
      title={t`User Login Report`}
      csv={{ label: t`CSV`, endpoint: logins.report, input: { query: filtersOf(list.search) } }}
      list={list}
      filters={[
        { name: 'user_id', label: t`User ID`, kind: 'text' },
        {
          name: 'user_type',
          label: t`User Type`,
          kind: 'choice',
          all: t`All`,
          options: LOGIN_USER_TYPES.map((value) => ({ value, label: types[value] })),
        },
      ]}
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
