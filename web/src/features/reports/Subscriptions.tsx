import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { reports, type Subscription } from '#contract/reports/reports.ts'
import { nextRuns } from '#domain/reports/windows.ts'
import { q } from '../../api/queries.ts'
import { useProfile } from '../../session/session.ts'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { List } from '../../ui/list/List.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { RemoveSubscription } from './RemoveButtons.tsx'
import { RetryButton } from './RetryButton.tsx'
import { SendNowButton } from './SendNowButton.tsx'
import { SubscriptionState } from './SubscriptionState.tsx'
import { untilSent } from './use-running.ts'
import { FREQUENCY_WORDS, useRunWords } from './words.ts'

const RUNS_TOLD = 3

/** The reports that are sent again and again; to superadmins those of everybody, with whose they are. */
export const Subscriptions = () => {
  const { t } = useLingui()
  const list = useRows({
    ...q(reports.scheduled),
    // The specified answer is all of them in one list.
    select: (all: readonly Subscription[]) => ({ count: all.length, results: all }),
    refetchInterval: ({ state }) => untilSent(state.data),
  })
  return (
    <Card title={t`Scheduled Subscriptions`}>
      <List
        list={list}
        label={t`Schedules, newest first`}
        columns={useColumns()}
        keyOf={(row) => row.id}
        card={(row) => <SubscriptionCard row={row} />}
        empty={
          <EmptyState title={t`Nothing is scheduled yet.`}>
            <Trans>A scheduled report is sent by itself at 06:00, every day, week or month.</Trans>
          </EmptyState>
        }
      />
    </Card>
  )
}

const useColumns = (): Column<Subscription>[] => {
  const { t, i18n } = useLingui()
  const { access_type } = useProfile()
  const words = useNextWords()
  return [
    textColumn('name', t`Name`, 240),
    {
      key: 'frequency',
      header: t`Frequency`,
      cell: (row) => `${i18n._(FREQUENCY_WORDS[row.frequency])} · ${row.format.toUpperCase()}`,
    },
    ...(access_type === 'superadmin' ? [textColumn('owner' as const, t`Owner`, 160)] : []),
    { key: 'last_sent', header: t`Last Sent`, cell: (row) => <InstantText value={row.last_sent} /> },
    { key: 'state', header: t`State`, cell: (row) => <SubscriptionState row={row} /> },
    {
      key: 'next',
      header: t`Next`,
      cell: (row) => words(row)[0],
      full: (row) => words(row).join('\n'),
      width_max: 380,
    },
    {
      key: 'action',
      header: t`Action`,
      cell: (row) => <Actions row={row} />,
      acts: true,
      pinned_at: 0,
      width: 236,
    },
  ]
}

/** The next runs in words; none while it rests. */
const useNextWords = () => {
  const { t } = useLingui()
  const words = useRunWords()
  return ({ frequency, state, next_run: { at, from, to } }: Subscription): string[] => {
    if (state === 'paused') return [t`not while it is paused`]
    const first = { at: new Date(at), from, to }
    return [first, ...nextRuns(frequency, first.at, RUNS_TOLD - 1)].map(words)
  }
}

const Actions = ({ row }: { row: Subscription }) => (
  <Group gap={4} wrap="nowrap">
    <SendNowButton row={row} />
    {row.last_run?.state === 'failed' && (
      <RetryButton id={row.last_run.id} name={row.name} paused={row.state === 'paused'} />
    )}
    <RemoveSubscription row={row} />
  </Group>
)

const SubscriptionCard = ({ row }: { row: Subscription }) => {
  const { i18n } = useLingui()
  const words = useNextWords()
  return (
    <RowCard
      head={row.name}
      aside={<SubscriptionState row={row} />}
      quiet={
        <Trans>
          {i18n._(FREQUENCY_WORDS[row.frequency])} · {words(row)[0]} · last sent{' '}
          <InstantText value={row.last_sent} />
          {row.is_own ? '' : ` · ${row.owner}`}
        </Trans>
      }
      actions={<Actions row={row} />}
    />
  )
}
