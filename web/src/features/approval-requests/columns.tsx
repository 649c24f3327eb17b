import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconArrowBackUp, IconBan, IconCircleCheck, IconClock, IconClockX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ApprovalRequest } from '#contract/people/change-requests.ts'
import { type Look, LookBadge } from '../../ui/Badge.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import type { Column } from '../../ui/table/table.ts'
import { ChangeSummary } from '../../widgets/change/ChangeSummary.tsx'
import classes from './requests.module.css'

/** The specified columns; the last one is what can be done, or what was decided. */
export const useColumns = (actions: ((row: ApprovalRequest) => ReactNode) | undefined) => {
  const { t, i18n } = useLingui()
  const columns: Column<ApprovalRequest>[] = [
    { key: 'id', header: t`Request ID`, cell: (row) => <span className="figures">{row.id}</span> },
    {
      key: 'model_name',
      header: t`Parameter`,
      cell: (row) => (
        <div className={classes.words}>
          {i18n._(MODEL_WORDS[row.model_name])} <b>{row.target_name}</b>
          <div className={classes.quiet}>{row.sender_entity_name}</div>
        </div>
      ),
    },
    { key: 'action', header: t`Update Type`, cell: (row) => i18n._(ACTION_WORDS[row.action]) },
    {
      key: 'data',
      header: t`Data`,
      cell: (row) => (
        <div className={classes.data}>
          <Asked row={row} />
        </div>
      ),
    },
    {
      key: 'requested_by',
      header: t`Requested By`,
      cell: (row) => (
        <div className={classes.words}>
          {row.requested_by}
          <div className={classes.quiet}>
            <InstantText value={row.requested_at} />
          </div>
        </div>
      ),
    },
    { key: 'reason', header: t`Reason`, cell: (row) => <div className={classes.words}>{row.reason}</div> },
  ]
  return actions
    ? [
        ...columns,
        { key: 'actions', header: t`Action`, cell: actions, acts: true as const, pinned_at: 0, width: 112 },
      ]
    : [
        ...columns,
        { key: 'state', header: t`Decision`, cell: (row: ApprovalRequest) => <Decision row={row} /> },
      ]
}

/** The difference; while it waits with what it means now. */
export const Asked = ({ row }: { row: ApprovalRequest }) => (
  <ChangeSummary
    changes={row.changes}
    effects={row.decided_at || row.state !== 'pending' ? undefined : effectsOf(row)}
    trial={row.trial}
  />
)

/** Who gains or loses what by it: a rule gives nobody anything. */
export const effectsOf = ({ model_name, effects }: ApprovalRequest) =>
  model_name === 'Validation Rule' ? undefined : effects

export const MODEL_WORDS: Record<ApprovalRequest['model_name'], MessageDescriptor> = {
  Group: msg`Group`,
  'Store Code': msg`Store Code`,
  'Validation Rule': msg`Validation Rule`,
}

export const ACTION_WORDS: Record<ApprovalRequest['action'], MessageDescriptor> = {
  create: msg`Create`,
  edit: msg`Edit`,
  delete: msg`Delete`,
}

const LOOK: Record<ApprovalRequest['state'], Look> = {
  pending: { tone: 'waiting', icon: IconClock, word: msg`Pending` },
  approved: { tone: 'good', icon: IconCircleCheck, word: msg`Approved` },
  rejected: { tone: 'bad', icon: IconBan, word: msg`Rejected` },
  withdrawn: { tone: 'neutral', icon: IconArrowBackUp, word: msg`Withdrawn` },
  expired: { tone: 'neutral', icon: IconClockX, word: msg`Expired` },
}

/** What became of it, by whom and when, and why it was rejected. */
export const Decision = ({ row }: { row: ApprovalRequest }) => (
  <div className={classes.words}>
    <LookBadge {...LOOK[row.state]} />
    <div>{row.rejection_reason}</div>
    <div className={classes.quiet}>
      {row.decided_by} <InstantText value={row.decided_at ?? row.expires_at} />
    </div>
  </div>
)
