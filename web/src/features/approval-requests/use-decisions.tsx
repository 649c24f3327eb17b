import { useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { type ApprovalRequest, changeRequests } from '#contract/people/change-requests.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { askReason, confirm } from '../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ChangeSummary } from '../../widgets/change/ChangeSummary.tsx'
import { effectsOf } from './columns.tsx'

/** What can be done about a request that waits: the buttons of a row. */
export const useDecisionButtons = (rows: readonly ApprovalRequest[] | undefined) => {
  const { t } = useLingui()
  const { approve, reject, withdraw } = useDecisions(rows)
  return (row: ApprovalRequest) => (
    <Group gap={6} py={4}>
      <ReasonedButton
        size="compact-sm"
        why_not={row.may_approve.why}
        aria-label={t`Approve request ${row.id}`}
        onClick={() => void approve(row)}
      >
        {t`Approve`}
      </ReasonedButton>
      <ReasonedButton
        size="compact-sm"
        variant="default"
        why_not={row.may_reject.why}
        aria-label={t`Reject request ${row.id}`}
        onClick={() => void reject(row)}
      >
        {t`Reject`}
      </ReasonedButton>
      {row.may_withdraw && (
        <ReasonedButton
          size="compact-sm"
          variant="subtle"
          aria-label={t`Withdraw request ${row.id}`}
          onClick={() => void withdraw(row)}
        >
          {t`Withdraw`}
        </ReasonedButton>
      )}
    </Group>
  )
}

/** Each asks first; once it is done the focus goes to the next row. */
const useDecisions = (rows: readonly ApprovalRequest[] | undefined) => {
  const { t } = useLingui()
  const approval = useAct(changeRequests.decide, {
    done: t`Request approved successfully`,
    failed: (message) => `${t`Error approving request`}: ${message}`,
  })
  const rejection = useAct(changeRequests.decide, {
    done: t`Request rejected successfully`,
    failed: (message) => `${t`Error rejecting request`}: ${message}`,
  })
  const withdrawal = useAct(changeRequests.withdraw, { done: t`Request withdrawn.` })

  const approve = (row: ApprovalRequest) => {
    const { id, changes, trial } = row
    return confirm({
      title: t`Approve request ${id}?`,
      body: <ChangeSummary changes={changes} effects={effectsOf(row)} trial={trial} />,
      confirm_label: t`Approve`,
      act: async () => goOn(id, await approval.act({ body: { approval_id: id, decision: 'approve' } })),
    })
  }
  const reject = ({ id, changes }: ApprovalRequest) =>
    askReason({
      title: t`Reject request ${id}?`,
      body: <ChangeSummary changes={changes} />,
      label: t`Rejection reason`,
      missing: t`A rejection reason is required.`,
      confirm_label: t`Reject`,
      danger: true,
      act: async (rejection_reason) =>
        goOn(id, await rejection.act({ body: { approval_id: id, decision: 'reject', rejection_reason } })),
    })
  const withdraw = ({ id, changes }: ApprovalRequest) =>
    confirm({
      title: t`Withdraw request ${id}?`,
      body: <ChangeSummary changes={changes} />,
      confirm_label: t`Withdraw`,
      dismiss_label: t`Keep the request`,
      act: async () => goOn(id, await withdrawal.act({ params: { id } })),
    })
  /** Once a request is decided and the dialog has given the focus back, it goes to the row whose turn it is. */
  const goOn = <T extends object>(id: number, decided: T | undefined): T | undefined => {
    const next = neighbour(rows, id)
    if (decided && next !== undefined) setTimeout(() => focusRow(next))
    return decided
  }

  return { approve, reject, withdraw }
}

/** Whose turn it is once this one is decided: the row below, or else the one above. */
const neighbour = (rows: readonly ApprovalRequest[] | undefined, id: number) => {
  const at = rows?.findIndex((row) => row.id === id) ?? -1
  return (rows?.[at + 1] ?? rows?.[at - 1])?.id
}

const focusRow = (id: number) => document.querySelector<HTMLElement>(`[data-row="${id}"] button`)?.focus()
