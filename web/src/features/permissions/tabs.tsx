import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group as Row } from '@mantine/core'
import { type Group, groups, type ListedStoreCode, storeCodes } from '#contract/people/groups.ts'
import { q } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { permissionNames, useGroupColumns, useStoreColumns } from './columns.tsx'
import { GroupForm } from './GroupForm.tsx'
import { StoreCodeForm } from './StoreCodeForm.tsx'
import { DeleteButton, useDeleteGroup, useDeleteStore } from './use-delete.tsx'
import { Waiting } from './Waiting.tsx'

const all = <T,>({ results }: { results: T[] }) => ({ count: results.length, results })

/** Groups with what they may do. `shown`: only then they are asked for. */
export const useGroupsTab = (shown: boolean) => {
  const { t } = useLingui()
  const list = useRows({ ...q(groups.list), select: all<Group>, enabled: shown })
  useFailureToast(list.error, t`Error fetching groups`)
  const remove = useDeleteGroup()
  const rows = useRowForm<Group>({
    may: true,
    add_label: t`Add Group`,
    nameOf: (row) => row.name,
    form: (row, onClose) => <GroupForm group={row} onClose={onClose} />,
  })
  const actions = (row: Group) => (
    <Row gap={4} wrap="nowrap">
      {rows.edit(row)}
      <DeleteButton name={row.name} onDelete={() => remove(row)} />
    </Row>
  )
  return {
    list,
    actions: rows.add,
    columns: useGroupColumns(actions),
    keyOf: (row: Group) => row.id,
    card: (row: Group) => (
      <RowCard
        head={row.name}
        aside={<Plural value={row.people} one="# person" other="# people" />}
        quiet={permissionNames(row)}
        actions={
          <>
            <Waiting waiting={row.waiting} />
            {actions(row)}
          </>
        }
      />
    ),
    empty: (
      <EmptyState title={t`No groups here yet.`} action={rows.add}>
        <Trans>People get what they may do from groups.</Trans>
      </EmptyState>
    ),
    children: rows.form,
  }
}

/** Departments of all companies, likewise. */
export const useStoresTab = (shown: boolean) => {
  const { t } = useLingui()
  const list = useRows({ ...q(storeCodes.list), select: all<ListedStoreCode>, enabled: shown })
  useFailureToast(list.error, t`Error fetching store codes`)
  const remove = useDeleteStore()
  const rows = useRowForm<ListedStoreCode>({
    may: true,
    add_label: t`Add Department`,
    nameOf: (row) => row.code,
    form: (row, onClose) => <StoreCodeForm store={row} onClose={onClose} />,
  })
  const actions = (row: ListedStoreCode) => (
    <Row gap={4} wrap="nowrap">
      {rows.edit(row)}
      <DeleteButton name={row.code} onDelete={() => remove(row)} />
    </Row>
  )
  return {
    list,
    actions: rows.add,
    columns: useStoreColumns(actions),
    keyOf: (row: ListedStoreCode) => row.id,
    card: (row: ListedStoreCode) => (
      <RowCard
        head={`${row.code} ${row.name}`}
        quiet={row.sender_entity_name}
        actions={
          <>
            <Waiting waiting={row.waiting} />
            {actions(row)}
          </>
        }
      />
    ),
    empty: <EmptyState title={t`No departments here yet.`} action={rows.add} />,
    children: rows.form,
  }
}
