import '@mantine/charts/styles.css'
import { useLingui } from '@lingui/react/macro'
import { BarChart, LineChart, PieChart } from '@mantine/charts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dashboard } from '#contract/dashboard.ts'
import { formatDate } from '#domain/time/dates.ts'
import { q } from '../../api/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import classes from './Graphs.module.css'

const HEIGHT = 260
/** One hue in falling strength: the rank is the meaning, and status colours keep theirs. */
const COLORS = ['ink.7', 'ink.5', 'ink.4', 'ink.2', 'gray.5']
/** The figures stand in a table beside each chart; the drawing itself takes no focus. */
const STILL = { accessibilityLayer: false }

/** The charts, each with its figures as a table for who cannot see them. */
export const Graphs = () => {
  const { t } = useLingui()
  const months = useQuery(q(dashboard.months))
  const buyers = useQuery(q(dashboard.buyers))
  const senders = useQuery(q(dashboard.senders))
  const documents = t`Documents`
  return (
    <div className={classes.graphs}>
      <Chart
        title={t`Invoices Processed (YTD)`}
        rows={months.data?.map(shortMonth)}
        wide
        error={months.error}
      >
        {(rows) => (
          <LineChart
            h={HEIGHT}
            data={rows}
            dataKey="name"
            series={[{ name: 'count', label: documents, color: 'ink.6' }]}
            curveType="linear"
            gridAxis="x"
            lineChartProps={STILL}
            withDots
          />
        )}
      </Chart>
      <Chart
        title={t`Top 5 Customers (YTD)`}
        rows={buyers.data?.slice(0, 5).map(({ buyer, count }) => ({ name: buyer, count }))}
        error={buyers.error}
      >
        {(rows) => <Pie rows={rows} />}
      </Chart>
      <Chart
        title={t`Invoices by Creator (YTD)`}
        rows={senders.data?.map(({ tenant_account, count }) => ({ name: tenant_account, count }))}
        error={senders.error}
      >
        {(rows) => (
          <BarChart
            h={HEIGHT}
            data={rows}
            dataKey="name"
            series={[{ name: 'count', label: documents, color: 'ink.6' }]}
            gridAxis="x"
            barChartProps={STILL}
            maxBarWidth={64}
            withBarValueLabel
          />
        )}
      </Chart>
    </div>
  )
}

const Pie = ({ rows }: { rows: Row[] }) => (
  <div className={classes.pie}>
    <PieChart
      size={200}
      withTooltip
      tooltipDataSource="segment"
      strokeWidth={2}
      pieChartProps={STILL}
      pieProps={{ rootTabIndex: -1 }}
      data={rows.map(({ name, count }, index) => ({ name, value: count, color: COLORS[index] ?? 'gray' }))}
    />
    <ul className={classes.legend}>
      {rows.map(({ name, count }, index) => (
        <li key={name}>
          <span style={{ background: `var(--mantine-color-${COLORS[index]?.replace('.', '-')})` }} />
          <span>{name}</span>
          <b>{count}</b>
        </li>
      ))}
    </ul>
  </div>
)

/** "2026-03" → "Mar". */
const shortMonth = ({ month, count }: { month: string; count: number }) => ({
  name: formatDate(`${month}-01`).split(' ')[1] ?? month,
  count,
})

type Row = { name: string; count: number }
type ChartProps = {
  title: string
  rows: Row[] | undefined
  wide?: true
  error: unknown
  children: (rows: Row[]) => ReactNode
}

const Chart = ({ title, rows, wide, error, children }: ChartProps) => {
  const { t } = useLingui()
  return (
    <Card title={title} className={wide ? (classes.wide ?? '') : ''}>
      {Boolean(error) && <LoadError error={error} title={t`This chart could not be loaded.`} />}
      {!rows && !error && <Skeleton h={HEIGHT} />}
      {rows?.length === 0 && <EmptyState title={t`No documents this year yet.`} />}
      {rows && rows.length > 0 && (
        <>
          <div aria-hidden>{children(rows)}</div>
          <div className={classes.unseen}>
            <table>
              <caption>{title}</caption>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.name}>
                    <th scope="row">{row.name}</th>
                    <td>{row.count}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  )
}
