import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconSend, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { dashboard } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { q } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { usePermissions, useViews } from '../../../session/session.ts'
import type { Tone } from '../../../ui/Badge.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import classes from './CountCards.module.css'
import { linksOf, type Period } from './periods.ts'
import { TrialsNote } from './TrialsNote.tsx'

type Counts = Output<typeof dashboard.counts>
type CountName = Exclude<keyof Counts, 'trials_left_out'> extends `${Period}_${infer Name}` ? Name : never

/** The count cards, this month beside the year; each number is the count of the list behind it. */
export const CountCards = () => {
  const { t } = useLingui()
  const { can_approve_invoice } = usePermissions()
  const { data, error, refetch } = useQuery(q(dashboard.counts))
  if (error && !data) {
    return (
      <LoadError error={error} title={t`The figures could not be loaded.`} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      <ul className={classes.cards}>
        <CountCard
          name={t`LHDN Submission`}
          tone="moving"
          icon={IconSend}
          of="validated_count"
          counts={data}
        />
        <CountCard
          name={t`LHDN Validated`}
          tone="good"
          icon={IconCircleCheck}
          of="validated_only_count"
          counts={data}
        />
        <CountCard
          name={t`Submission Failed`}
          tone="bad"
          icon={IconAlertTriangle}
          of="lhdn_not_successful_count"
          counts={data}
        />
        {can_approve_invoice && (
          <CountCard
            name={t`Pending Approval`}
            tone="waiting"
            icon={IconClock}
            of="pending_approval_count"
            counts={data}
          />
        )}
      </ul>
      <TrialsNote />
    </>
  )
}

/** Which of the links of `periods.ts` a count leads along. */
const LINK = {
  validated_count: 'submission',
  validated_only_count: 'validated',
  lhdn_not_successful_count: 'failed',
  pending_approval_count: 'pending',
} as const satisfies Record<CountName, string>

type CardProps = { name: string; tone: Tone; icon: TablerIcon; of: CountName; counts: Counts | undefined }

const CountCard = ({ name, tone, icon: Icon, of, counts }: CardProps) => {
  const { t } = useLingui()
  const id = useId()
  return (
    <li className={classes.card} data-tone={tone}>
      <span className={classes.name} id={id}>
        <span className={classes.icon}>
          <Icon size={16} stroke={1.9} aria-hidden />
        </span>
        {name}
      </span>
      <div className={classes.figures}>
        <Figure of={of} period="this_month" when={t`This Month`} counts={counts} card={id} />
        <Figure of={of} period="this_year" when={t`Year to Date`} counts={counts} card={id} />
      </div>
    </li>
  )
}

type FigureProps = { of: CountName; period: Period; when: string; counts: Counts | undefined; card: string }

const Figure = ({ of, period, when, counts, card }: FigureProps) => {
  const id = useId()
  const count = counts?.[`${period}_${of}`]
  const has_trials = counts !== undefined && counts.trials_left_out > 0
  const search = linksOf(period, malaysianDate(new Date()), has_trials)[LINK[of]]
  const to = of === 'pending_approval_count' ? paths.approval : paths.invoices
  const views = useViews()
  const words = (
    <>
      <span className={classes.when}>{when}</span>{' '}
      {count === undefined ? (
        <Skeleton h={28} w={56} />
      ) : (
        <span className={classes.count}>{count.toLocaleString('en')}</span>
      )}
    </>
  )
  // Who may not see the list would be told so there.
  if (to === paths.invoices && !views) return <div className={classes.figure}>{words}</div>
  return (
    <Link to={to} search={search} className={classes.figure} id={id} aria-labelledby={`${card} ${id}`}>
      {words}
    </Link>
  )
}
