import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import { entities } from '#contract/entities.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import type { Column } from '../../ui/table/table.ts'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { ENVIRONMENT_LOOK } from '../../widgets/environment-look.ts'
import { Condition } from './Condition.tsx'
import classes from './entities.module.css'

type Row = Output<typeof entities.list>['entities'][number]

/** `/admin/entity-management`: the companies that issue documents, and what stands in their way. */
export const EntitiesPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <ListPage
      title={t`Entity Management`}
      crumbs={useAdminCrumbs()}
      list={useRows({ ...q(entities.list), select: inOnePage })}
      label={t`Companies by name`}
      columns={useColumns()}
      keyOf={(row) => row.id}
      onRow={(row) => void navigate({ to: paths.entity, params: { id: row.id } })}
      card={(row) => <EntityRowCard row={row} />}
      empty={<EmptyState title={t`No company is set up yet.`} />}
    />
  )
}

const inOnePage = ({ entities: results }: Output<typeof entities.list>) => ({
  count: results.length,
  results,
})

const useColumns = (): Column<Row>[] => {
  const { t, i18n } = useLingui()
  return [
    { key: 'name', header: t`Company`, cell: (row) => <NameLink row={row} /> },
    { key: 'tin_no', header: t`TIN`, cell: (row) => row.tin_no },
    {
      key: 'environment',
      header: t`Sends to`,
      cell: (row) => i18n._(ENVIRONMENT_LOOK[row.environment].word),
    },
    { key: 'version', header: t`Version`, cell: (row) => row.document_version },
    { key: 'condition', header: t`Condition`, cell: (row) => <Condition {...row} /> },
  ]
}

const NameLink = ({ row }: { row: Row }) => (
  <Link to={paths.entity} params={{ id: row.id }} className={classes.name}>
    {row.name}
  </Link>
)

const EntityRowCard = ({ row }: { row: Row }) => {
  const { i18n } = useLingui()
  return (
    <div className={classes.rowCard}>
      <NameLink row={row} />
      <span className={classes.quiet}>
        {row.tin_no} · {i18n._(ENVIRONMENT_LOOK[row.environment].word)} · {row.document_version}
      </span>
      <Condition {...row} />
    </div>
  )
}
