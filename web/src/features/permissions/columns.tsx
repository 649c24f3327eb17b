import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Group, ListedStoreCode } from '#contract/people/groups.ts'
import { type Column, textColumn } from '../../ui/table/table.ts'
import classes from './permissions.module.css'
import { Waiting } from './Waiting.tsx'

type Actions<Row> = (row: Row) => ReactNode

export const permissionNames = ({ permissions }: Group) =>
  permissions.map(({ name }) => name).join(', ') || '–'

export const useGroupColumns = (actions: Actions<Group>): Column<Group>[] => {
  const { t } = useLingui()
  return [
    textColumn('name', t`Name`, 240),
    {
      key: 'permissions',
      header: t`Permissions`,
      cell: (row) => <div className={classes.wrapped}>{permissionNames(row)}</div>,
    },
    { key: 'people', header: t`People`, align: 'right', cell: (row) => row.people },
    { key: 'waiting', header: t`Waiting`, cell: (row) => <Waiting waiting={row.waiting} /> },
    { key: 'action', header: t`Action`, cell: actions, acts: true, pinned_at: 0, width: 150 },
  ]
}

export const useStoreColumns = (actions: Actions<ListedStoreCode>): Column<ListedStoreCode>[] => {
  const { t } = useLingui()
  return [
    textColumn('code', t`Code`),
    textColumn('name', t`Name`, 320),
    textColumn('sender_entity_name', t`Company`, 320),
    { key: 'waiting', header: t`Waiting`, cell: (row) => <Waiting waiting={row.waiting} /> },
    { key: 'action', header: t`Action`, cell: actions, acts: true, pinned_at: 0, width: 150 },
  ]
}
