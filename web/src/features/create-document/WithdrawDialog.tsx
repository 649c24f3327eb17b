import { Trans, useLingui } from '@lingui/react/macro'
import { documents } from '#contract/documents.ts'
import { messageOf } from '../../api/errors.ts'
import { useSend } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastBad, toastGood } from '../../ui/toasts.ts'
import type { Previous } from './previous.ts'

/** Its maker takes a document back before anyone approved it. */
export const WithdrawDialog = ({ row, onClose }: { row: Previous | null; onClose: () => void }) => {
  const { t } = useLingui()
  const withdraw = useSend(documents.approve)
  const number = row?.invoice_number ?? ''
  const confirm = () => {
    if (!row) return
    withdraw.mutate(
      { params: { uuid: row.uuid }, body: { status: 'User Cancelled' } },
      {
        onSuccess: () => toastGood(t`Invoice cancelled successfully!`),
        onError: (error) => {
          const message = messageOf(error)
          toastBad(t`Error cancelling invoice: ${message}`)
        },
        onSettled: onClose,
      },
    )
  }
  return (
    <ConfirmDialog
      opened={row !== null}
      title={t`Cancel ${number}`}
      confirm_label={t`Cancel document`}
      danger
      busy={withdraw.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Trans>This action is not reversible. Do you want to proceed?</Trans>
    </ConfirmDialog>
  )
}
