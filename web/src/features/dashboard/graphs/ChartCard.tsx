import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import classes from './Graphs.module.css'

export const CHART_HEIGHT = 260

type Figure = { name: string; total: number }

type Props<Row> = {
  title: string
  /** What a row is called: the first column of the table. */
  of: string
  rows: readonly Row[] | undefined
  wide?: true
  error: unknown
  onRetry: () => void
  children: (rows: readonly Row[]) => ReactNode
}

/** A chart, or the same figures as a table; whoever cannot see the chart hears the table in either case. */
export const ChartCard = <Row extends Figure>({
  title,
  of,
  rows,
  wide,
  error,
  onRetry,
  children,
}: Props<Row>) => {
  const { t } = useLingui()
  const [as_table, setAsTable] = useState(false)
  const has_rows = rows !== undefined && rows.length > 0
  return (
    <Card
      title={title}
      className={wide ? (classes.wide ?? '') : ''}
      aside={
        has_rows && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={
              as_table ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
            }
            onClick={() => setAsTable(!as_table)}
          >
            {as_table ? <Trans>Show as chart</Trans> : <Trans>Show as table</Trans>}
          </Button>
        )
      }
    >
      {!rows && Boolean(error) && (
        <LoadError error={error} title={t`This chart could not be loaded.`} onRetry={onRetry} />
      )}
      {!rows && !error && <Skeleton h={CHART_HEIGHT} />}
      {rows?.length === 0 && <EmptyState title={t`No documents this year yet.`} />}
      {has_rows && (
        <div className={classes.frame}>
          {!as_table && <div aria-hidden>{children(rows)}</div>}
          <div className={as_table ? classes.table : classes.unseen}>
            <Figures caption={title} of={of} rows={rows} />
          </div>
        </div>
      )}
    </Card>
  )
}

const Figures = ({ caption, of, rows }: { caption: string; of: string; rows: readonly Figure[] }) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col">
          <Trans>Documents</Trans>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, total }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{total.toLocaleString('en')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
