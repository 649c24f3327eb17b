import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import { entities } from '#contract/entities.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table.ts'
import { ENVIRONMENT_LOOK } from '../../widgets/environment-look.ts'
import { Condition } from './Condition.tsx'
import classes from './entities.module.css'

type Row = Output<typeof entities.list>['entities'][number]

/** `/admin/entity-management`: the companies that issue documents, and what stands in their way. */
export const EntitiesPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(q(entities.list))
  const columns = useColumns()
  return (
    <Page title={t`Entity Management`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
      <DataTable
        label={t`Companies by name`}
        columns={columns}
        rows={error ? [] : data?.entities}
        keyOf={(row) => row.id}
        onRow={(row) => void navigate({ to: paths.entity, params: { id: row.id } })}
        fetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t`No company is set up yet.`} />}
        card={(row) => <EntityRowCard row={row} />}
      />
    </Page>
  )
}

const useColumns = (): Column<Row>[] => {
  const { t, i18n } = useLingui()
  return [
    { key: 'name', header: t`Company`, cell: (row) => <NameLink row={row} />, unsorted: true },
    { key: 'tin_no', header: t`TIN`, cell: (row) => row.tin_no, unsorted: true },
    {
      key: 'environment',
      header: t`Sends to`,
      cell: (row) => i18n._(ENVIRONMENT_LOOK[row.environment].word),
      unsorted: true,
    },
    { key: 'version', header: t`Version`, cell: (row) => row.document_version, unsorted: true },
    { key: 'condition', header: t`Condition`, cell: (row) => <Condition {...row} />, unsorted: true },
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
