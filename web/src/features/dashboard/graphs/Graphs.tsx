import '@mantine/charts/styles.css'
import { useLingui } from '@lingui/react/macro'
import { BarChart, ChartTooltip, LineChart, PieChart } from '@mantine/charts'
import { useQuery } from '@tanstack/react-query'
import { dashboard } from '#contract/dashboard.ts'
import { q } from '../../../api/queries.ts'
import { formatDate } from '../../../dates.ts'
import { TrialsNote } from '../cards/TrialsNote.tsx'
import { CHART_HEIGHT, ChartCard } from './ChartCard.tsx'
import classes from './Graphs.module.css'
import { type MonthPoint, monthPoints } from './months.ts'

/** One hue in falling strength: the rank is the meaning, and status colours keep theirs. */
const COLORS = ['ink.7', 'ink.5', 'ink.4', 'ink.2', 'gray.5']
/** The figures stand in a table beside each chart; the drawing itself takes no focus. */
const STILL = { accessibilityLayer: false }

/** The charts, each with its figures as a table. */
export const Graphs = () => {
  const { t } = useLingui()
  const months = useQuery(q(dashboard.months))
  const buyers = useQuery(q(dashboard.buyers))
  const senders = useQuery(q(dashboard.senders))
  const words = { short: shortMonth, soFar: (name: string) => t`${name} so far` }
  return (
    <>
      <div className={classes.note}>
        <TrialsNote />
      </div>
      <div className={classes.graphs}>
        <ChartCard
          title={t`Invoices Processed (YTD)`}
          of={t`Month`}
          rows={months.data && monthPoints(months.data, words)}
          wide
          error={months.error}
          onRetry={() => void months.refetch()}
        >
          {(rows) => <Months rows={rows} />}
        </ChartCard>
        <ChartCard
          title={t`Top 5 Customers (YTD)`}
          of={t`Customer`}
          rows={buyers.data?.slice(0, 5).map(({ buyer, count }) => ({ name: buyer, total: count }))}
          error={buyers.error}
          onRetry={() => void buyers.refetch()}
        >
          {(rows) => <Pie rows={rows} />}
        </ChartCard>
        <ChartCard
          title={t`Invoices by Creator (YTD)`}
          of={t`Company`}
          rows={senders.data?.map(({ tenant_account, count }) => ({ name: tenant_account, total: count }))}
          error={senders.error}
          onRetry={() => void senders.refetch()}
        >
          {(rows) => <Senders rows={rows} />}
        </ChartCard>
      </div>
    </>
  )
}

/** The month that is not over hangs on by a lighter, broken line and an empty dot, and its name says so. */
const Months = ({ rows }: { rows: readonly MonthPoint[] }) => {
  const { t } = useLingui()
  const series = [
    { name: 'so_far', label: t`This month so far`, color: 'ink.4', strokeDasharray: '5 5' },
    { name: 'count', label: t`Documents`, color: 'ink.6' },
  ]
  return (
    <LineChart
      h={CHART_HEIGHT}
      data={[...rows]}
      dataKey="name"
      series={series}
      curveType="linear"
      gridAxis="x"
      lineChartProps={STILL}
      withDots
      tooltipProps={{
        content: ({ label, payload }) => (
          // Where the lines meet both have the figure; it is told once.
          <ChartTooltip label={label} payload={(payload ?? []).slice(-1)} series={series} />
        ),
      }}
    />
  )
}

type Row = { name: string; total: number }

const Senders = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useLingui()
  return (
    <BarChart
      h={CHART_HEIGHT}
      data={[...rows]}
      dataKey="name"
      series={[{ name: 'total', label: t`Documents`, color: 'ink.6' }]}
      gridAxis="x"
      barChartProps={STILL}
      maxBarWidth={64}
      withBarValueLabel
    />
  )
}

const Pie = ({ rows }: { rows: readonly Row[] }) => (
  <div className={classes.pie}>
    <PieChart
      size={200}
      withTooltip
      tooltipDataSource="segment"
      strokeWidth={2}
      pieChartProps={STILL}
      pieProps={{ rootTabIndex: -1 }}
      data={rows.map(({ name, total }, index) => ({ name, value: total, color: COLORS[index] ?? 'gray' }))}
    />
    <ul className={classes.legend}>
      {rows.map(({ name, total }, index) => (
        <li key={name}>
          <span style={{ background: `var(--mantine-color-${COLORS[index]?.replace('.', '-')})` }} />
          <span>{name}</span>
          <b>{total.toLocaleString('en')}</b>
        </li>
      ))}
    </ul>
  </div>
)

/** "2026-03" → "Mar". */
const shortMonth = (month: string) => formatDate(`${month}-01`).split(' ')[1] ?? month
