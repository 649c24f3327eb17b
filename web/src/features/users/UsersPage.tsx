import { Trans, useLingui } from '@lingui/react/macro'
import { type UserRow, users } from '#contract/people/users.ts'
import { displayName } from '#domain/access/caller.ts'
import { q } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { NameButton, UserState, useColumns } from './columns.tsx'
import { TYPE_WORDS } from './look.ts'
import { UserForm } from './UserForm.tsx'
import { UserPanel } from './UserPanel.tsx'
import { useFilters } from './use-filters.tsx'
import { usersAddress } from './users-address.ts'

/** `/admin/user-management`: who comes in, and what they may do. */
export const UsersPage = () => {
  const { t, i18n } = useLingui()
  const list = useList(usersAddress, ({ sort_order, ...query }) =>
    q(users.list, { query: { ...query, order: sort_order } }),
  )
  const rows = useRowForm<UserRow>({
    may: true,
    add_label: t`New User`,
    nameOf: displayName,
    form: (row, onClose) => <UserForm user={row} onClose={onClose} />,
  })
  const show = (row: UserRow) => list.set({ open: row.id })
  return (
    <ListPage
      title={t`User Management`}
      crumbs={useAdminCrumbs()}
      actions={rows.add}
      list={list}
      filters={useFilters()}
      columns={[...useColumns(show), ...rows.columns]}
      keyOf={(row) => row.id}
      onRow={show}
      isOpen={(row) => row.id === list.search.open}
      card={(row) => (
        <RowCard
          head={<NameButton row={row} onOpen={show} />}
          aside={<UserState state={row.state} />}
          quiet={[row.email, i18n._(TYPE_WORDS[row.access_type]), ...row.groups.map(({ name }) => name)].join(
            ' · ',
          )}
          actions={rows.edit(row)}
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`Nobody is here yet.`} action={rows.add}>
          <Trans>Whoever is added here gets a mail with a link to choose a password.</Trans>
        </EmptyState>
      }
      nothing_found={t`Nobody matches these filters.`}
    >
      {rows.form}
      {list.search.open && (
        <UserPanel
          key={list.search.open}
          id={list.search.open}
          onClose={() => list.set({ open: undefined })}
        />
      )}
    </ListPage>
  )
}
