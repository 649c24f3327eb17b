import { useLingui } from '@lingui/react/macro'
import type { Login, LoginUserType } from '#contract/logs/logins.ts'
import { InstantText } from '../../ui/DateText.tsx'
import type { Column } from '../../ui/table/table.ts'

export const useTypes = (): Record<LoginUserType, string> => {
  const { t } = useLingui()
  return { Admin: t`Admin`, Staff: t`Staff`, User: t`User` }
}

export const useColumns = (types: Record<LoginUserType, string>): Column<Login>[] => {
  const { t } = useLingui()
  return [
    { key: 'user', header: t`User Name`, cell: (row) => row.user.username },
    { key: 'user_type', header: t`User Type`, cell: (row) => types[row.user_type] },
    { key: 'ip_address', header: t`IP Address`, cell: (row) => row.ip_address },
    { key: 'login_time', header: t`Login Time`, cell: (row) => <InstantText value={row.login_time} /> },
  ]
}
