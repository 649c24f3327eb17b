import { useLingui } from '@lingui/react/macro'
import {
  IconAlertTriangle,
  IconClock,
  IconHelpCircle,
  IconHourglass,
  IconPlayerPause,
  IconUserX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { NeedyGroup, NeedyLine, Today } from '#contract/dashboard.ts'
import { SERVER_NAME } from '#domain/access/caller.ts'
import { WAITING_LONG } from '#domain/documents/lifecycle.ts'
import { formatMoney } from '#domain/money/format.ts'
import { told } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { useViews } from '../../../session/session.ts'
import type { Tone } from '../../../ui/Badge.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ageText } from '../../../widgets/age.ts'
import { readableLines, splitQuoted } from '../../../widgets/status-message/readable.ts'
import { NeedGroup } from './NeedGroup.tsx'
import { NeedRow } from './NeedRow.tsx'

/** With many groups each shows fewer, so that none lies far down. */
const ROWS_OF_FEW = 5
const ROWS_OF_MANY = 3
const FEW_GROUPS = 2

type Kind = {
  key: string
  title: string
  icon: TablerIcon
  tone: Tone
  group: NeedyGroup
  all: LinkProps
  aside?: ReactNode
  why: (line: NeedyLine) => string
  act: (line: NeedyLine) => { words: string; to: LinkProps }
  /** Whether the list is the only way on: nothing is told of it to who may not see that. */
  only_listed?: true
}

/** The documents that need the person, by what they need; groups of nothing are left out. */
export const useNeedGroups = (today: Today, now_ms: number): ReactElement[] => {
  const views = useViews()
  // The list needs a right of its own; the form and the approvals come with what they are for.
  const reaches = ({ to }: LinkProps) => views || to !== paths.invoices
  const kinds = [...useDecisions(today, now_ms), ...useMendings(today), ...useWaits(today, now_ms)]
  const wanted = kinds.filter(({ group, only_listed }) => group && group.count > 0 && (views || !only_listed))
  const rows_max = wanted.length > FEW_GROUPS ? ROWS_OF_MANY : ROWS_OF_FEW
  return wanted.map(({ key, group, all, why, act, ...look }) => {
    const lines = group?.rows.slice(0, rows_max) ?? []
    return (
      <NeedGroup key={key} {...look} group={group ?? NONE} all={reaches(all) ? all : undefined}>
        {lines.map((line) => (
          <NeedRow
            key={line.uuid}
            name={line.invoice_number}
            environment={line.environment}
            open={views ? quickview(line) : undefined}
            party={line.other_party}
            why={why(line)}
            amount={<Money currency={line.invoice_currency} value={line.total_payable_amount} />}
            act={reaches(act(line).to) ? act(line) : undefined}
          />
        ))}
      </NeedGroup>
    )
  })
}

const NONE = { count: 0, more: false }

const quickview = ({ uuid }: { uuid: string }): LinkProps => ({ to: paths.invoices, search: { open: uuid } })
const list = (search: object): LinkProps => ({ to: paths.invoices, search })

const useDecisions = ({ to_approve, held }: Today, now_ms: number): Kind[] => {
  const { t } = useLingui()
  const oldest = to_approve?.rows[0]
  const sums = to_approve?.sums
    .map(({ invoice_currency, kind, total }) => {
      const money = formatMoney(invoice_currency, total)
      return kind === 'self_billed' || kind === 'self_billed_credited' ? t`${money} self-billed` : money
    })
    .join(' · ')
  const age = oldest ? ageText(oldest.modified_at, now_ms) : ''
  return [
    {
      ...{ key: 'to_approve', title: t`To approve`, icon: IconClock, tone: 'waiting', group: to_approve },
      all: { to: paths.approval, search: { may_approve: 'true' } },
      aside: sums ? t`${sums}, the oldest for ${age}` : t`the oldest for ${age}`,
      why: ({ moved_by, modified_at }) => {
        const waits = ageText(modified_at, now_ms)
        return t`${moved_by}, for ${waits}`
      },
      act: ({ uuid }) => ({
        words: t`Review`,
        to: { to: paths.approval, search: { may_approve: 'true', open: uuid } },
      }),
    },
    {
      ...{ key: 'held', title: t`On hold`, icon: IconPlayerPause, tone: 'waiting', group: held },
      only_listed: true,
      all: list({ tab: 'OnHold' }),
      why: byWhom,
      act: (line) => ({ words: t`Open`, to: quickview(line) }),
    },
  ]
}

const OURS: readonly string[] = ['LHDN', SERVER_NAME]

/** Who gave the reason: a person in their own words, LHDN or Lulus in ours. */
const byWhom = ({ moved_by, reason }: NeedyLine) =>
  `${moved_by}: ${OURS.includes(moved_by) ? told(reason) : reason}`

/**
 * What came back is mended in the form, at the field that is to blame where one is named; where none is, the details
 * say more, to whoever may see them.
 */
const useMendings = ({ failed, rejected, unknown }: Today): Kind[] => {
  const { t } = useLingui()
  const views = useViews()
  const edit = ({ uuid }: NeedyLine, field?: string): LinkProps => ({
    to: paths.edit,
    params: { uuid },
    search: field ? { field } : {},
  })
  return [
    {
      ...{ key: 'failed', title: t`Failed or invalid`, icon: IconAlertTriangle, tone: 'bad', group: failed },
      all: list({ status: 'Submission Failed,Invalid' }),
      why: (line) => splitQuoted(reasonOf(line).words).said || t`No response yet.`,
      act: (line) => {
        const { field } = reasonOf(line)
        return field || !views
          ? { words: t`Fix`, to: edit(line, field) }
          : { words: t`Open`, to: quickview(line) }
      },
    },
    {
      ...{
        key: 'rejected',
        title: t`Sent back`,
        icon: IconUserX,
        tone: 'bad',
        group: rejected,
      },
      all: list({ tab: 'Approval Rejected' }),
      why: byWhom,
      act: (line) => ({ words: t`Fix`, to: edit(line) }),
    },
    {
      ...{ key: 'unknown', title: t`Outcome unknown`, icon: IconHelpCircle, tone: 'waiting', group: unknown },
      only_listed: true,
      all: list({ status: 'Outcome Unknown' }),
      why: ({ reason }) => told(reason),
      act: (line) => ({ words: t`Open`, to: quickview(line) }),
    },
  ]
}

const reasonOf = ({ status, reason }: NeedyLine) =>
  readableLines({ status, status_message: reason })[0] ?? { field: undefined, words: '' }

const useWaits = ({ waiting }: Today, now_ms: number): Kind[] => {
  const { t } = useLingui()
  return [
    {
      key: 'waiting',
      ...{
        title: t`Waiting for an approver over a day`,
        icon: IconHourglass,
        tone: 'waiting',
        group: waiting,
      },
      all: list({ status: WAITING_LONG }),
      why: ({ modified_at }) => {
        const waits = ageText(modified_at, now_ms)
        return t`for ${waits}`
      },
      act: (line) => ({ words: t`Open`, to: quickview(line) }),
    },
  ]
}
