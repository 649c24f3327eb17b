import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { documents, type PendingRow } from '#contract/documents.ts'
import { formatMoney } from '#domain/money/format.ts'
import { messageOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { toastBad, toastGood } from '../../../ui/toasts.ts'

export type Decision = {
  kind: 'approve' | 'reject'
  row: PendingRow
  /** The revision that was seen, in the row or in the preview; another one is refused as a conflict. */
  revision: number
}

type Props = { decision: Decision | undefined; onDone: () => void; onClose: () => void }

/** Asks once before a document is approved or rejected, naming the document. */
export const DecisionDialogs = ({ decision, onDone, onClose }: Props) => {
  const { t } = useLingui()
  const send = useSend(documents.approve)
  const number = decision?.row.invoice_number ?? ''
  const decide = (status: 'Approved' | 'Rejected', rejection_reason?: string) => {
    if (!decision) return
    const { row, revision } = decision
    const body = { status, revision, ...(rejection_reason && { rejection_reason }) }
    const [good, bad] =
      status === 'Approved'
        ? [t`Invoice approved successfully!`, t`Error approving invoice!`]
        : [t`Invoice rejected successfully!`, t`Error rejecting invoice!`]
    send.mutate(
      { params: { uuid: row.uuid }, body },
      {
        onSuccess: () => {
          toastGood(good)
          onDone()
        },
        onError: (error) => toastBad(`${bad} ${messageOf(error)}`),
        onSettled: onClose,
      },
    )
  }
  return (
    <>
      <ConfirmDialog
        opened={decision?.kind === 'approve'}
        title={t`Approve ${number}`}
        confirm_label={t`Approve`}
        busy={send.isPending}
        onConfirm={() => decide('Approved')}
        onClose={onClose}
      >
        <Trans>Are you sure you want to mark this invoice approved? This action is not reversible.</Trans>
        {decision && <Named row={decision.row} />}
      </ConfirmDialog>
      <ReasonDialog
        opened={decision?.kind === 'reject'}
        title={t`Reject ${number}`}
        label={t`Rejection reason`}
        confirm_label={t`Reject`}
        danger
        busy={send.isPending}
        onSubmit={(reason) => decide('Rejected', reason)}
        onClose={onClose}
      >
        <Trans>Are you sure you want to mark this invoice rejected? This action is not reversible.</Trans>
        {decision && <Named row={decision.row} />}
      </ReasonDialog>
    </>
  )
}

const Named = ({ row }: { row: PendingRow }) => (
  <Text c="dimmed" mt="xs" className="figures">
    {row.invoice_number} · {row.customer.name} · {formatMoney(row.invoice_currency, row.total_payable_amount)}
  </Text>
)
