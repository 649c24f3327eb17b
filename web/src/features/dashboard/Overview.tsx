import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconSend, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dashboard } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { usePermissions } from '../../session/session.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import classes from './Overview.module.css'
import { linksOf, type Period } from './periods.ts'

/** The count cards; each number is the count of the list behind its link. */
export const Overview = () => {
  const { t } = useLingui()
  const counts = useQuery(q(dashboard.counts))
  const today = malaysianDate(new Date())
  if (counts.isError) {
    return (
      <LoadError
        error={counts.error}
        title={t`The figures could not be loaded.`}
        onRetry={() => void counts.refetch()}
      />
    )
  }
  return (
    <div className={classes.periods}>
      <Cards title={t`Year to Date`} period="this_year" today={today} counts={counts.data} />
      <Cards title={t`This Month`} period="this_month" today={today} counts={counts.data} />
    </div>
  )
}

type Counts = Output<typeof dashboard.counts>
type CountName = keyof Counts extends `${Period}_${infer Name}` ? Name : never
type CardsProps = { title: string; period: Period; today: string; counts: Counts | undefined }

const Cards = ({ title, period, today, counts }: CardsProps) => {
  const { t } = useLingui()
  const { can_approve_invoice } = usePermissions()
  const links = linksOf(period, today)
  const count = (name: CountName) => counts?.[`${period}_${name}`]
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.cards}>
        <CountCard
          name={t`LHDN Submission`}
          tone="moving"
          icon={IconSend}
          count={count('validated_count')}
          to={paths.invoices}
          search={links.submission}
        />
        <CountCard
          name={t`LHDN Validated`}
          tone="good"
          icon={IconCircleCheck}
          count={count('validated_only_count')}
          to={paths.invoices}
          search={links.validated}
        />
        <CountCard
          name={t`Submission Failed`}
          tone="bad"
          icon={IconAlertTriangle}
          count={count('lhdn_not_successful_count')}
          to={paths.invoices}
          search={links.failed}
        />
        {can_approve_invoice && (
          <CountCard
            name={t`Pending Approval`}
            tone="waiting"
            icon={IconClock}
            count={count('pending_approval_count')}
            to={paths.approval}
            search={links.pending}
          />
        )}
      </ul>
    </section>
  )
}

type CountCardProps = {
  name: string
  tone: Tone
  icon: TablerIcon
  count: number | undefined
  to: typeof paths.invoices | typeof paths.approval
  search: object
}

const CountCard = ({ name, tone, icon: Icon, count, to, search }: CountCardProps) => (
  <li>
    <Link to={to} search={search} className={classes.card} data-tone={tone}>
      <span className={classes.name}>
        <span className={classes.icon}>
          <Icon size={18} stroke={1.8} aria-hidden />
        </span>
        {name}
      </span>
      {count === undefined ? (
        <Skeleton h={36} w={96} />
      ) : (
        <span className={classes.count}>{count.toLocaleString('en')}</span>
      )}
    </Link>
  </li>
)
