import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import { entities } from '#contract/entities.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { EntityRowCard, type Row, useColumns } from './columns.tsx'
import { NewEntityForm } from './NewEntityForm.tsx'

/** `/admin/entity-management`: the companies that issue documents, and what stands in their way. */
export const EntitiesPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: has_simulator = false } = useQuery({ ...q(entities.list), select: simulatorIn })
  const show = ({ id }: { id: string }) => void navigate({ to: paths.entity, params: { id } })
  const rows = useRowForm<Row>({
    may: true,
    mayEdit: () => false,
    add_label: t`New Company`,
    nameOf: (row) => row.name,
    form: (_, onClose) => <NewEntityForm has_simulator={has_simulator} onMade={show} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Entity Management`}
      crumbs={useAdminCrumbs()}
      actions={rows.add}
      list={useRows({ ...q(entities.list), select: inOnePage })}
      label={t`Companies by name`}
      columns={useColumns()}
      keyOf={(row) => row.id}
      onRow={show}
      card={(row) => <EntityRowCard row={row} />}
      empty={<EmptyState title={t`No company is set up yet.`} action={rows.add} />}
    >
      {rows.form}
    </ListPage>
  )
}

const simulatorIn = ({ has_simulator }: Output<typeof entities.list>) => has_simulator

const inOnePage = ({ entities: results }: Output<typeof entities.list>) => ({
  count: results.length,
  results,
})
