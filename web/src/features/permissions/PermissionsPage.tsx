import { useLingui } from '@lingui/react/macro'
import { useSearchState } from '../../ui/address/use-search-state.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { readPermissions } from './permissions-address.ts'
import { useGroupsTab, useStoresTab } from './tabs.tsx'

/** `/admin/permission-management`: groups and departments, which change by request. */
export const PermissionsPage = () => {
  const { t } = useLingui()
  const state = useSearchState(readPermissions)
  const departments = state.search.tab === 'departments'
  const { list: groups, ...groups_tab } = useGroupsTab(!departments)
  const { list: stores, ...stores_tab } = useStoresTab(departments)
  const page = {
    title: t`Permission Management`,
    crumbs: useAdminCrumbs(),
    tabs: { groups: t`Group Permissions`, departments: t`Department Code Management` },
  }
  // One component in one place: what has the focus keeps it when the tab changes.
  return departments ? (
    <ListPage {...page} {...stores_tab} list={{ ...state, ...stores }} />
  ) : (
    <ListPage {...page} {...groups_tab} list={{ ...state, ...groups }} />
  )
}
