import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import type { entities } from '#contract/entities.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/table/table.ts'
import { ENVIRONMENT_LOOK } from '../../widgets/environment-look.ts'
import { Condition } from './Condition.tsx'
import classes from './entities.module.css'

export type Row = Output<typeof entities.list>['entities'][number]

export const useColumns = (): Column<Row>[] => {
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

export const EntityRowCard = ({ row }: { row: Row }) => {
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
