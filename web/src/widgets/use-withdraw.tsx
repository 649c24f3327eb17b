import { Trans, useLingui } from '@lingui/react/macro'
import { documents } from '#contract/documents.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { confirm } from '../ui/dialogs/ask.ts'

type Withdrawn = { uuid: string; invoice_number: string }

/** Takes a document back before anyone approved it, or throws away what was sent back, once that was asked. */
export const useWithdraw = () => {
  const { t } = useLingui()
  const { act } = useAct(documents.approve, {
    done: t`Invoice cancelled successfully!`,
    failed: (message) => t`Error cancelling invoice: ${message}`,
  })
  return ({ uuid, invoice_number: number }: Withdrawn) =>
    confirm({
      title: t`Cancel ${number}`,
      body: <Trans>This action is not reversible. Do you want to proceed?</Trans>,
      confirm_label: t`Cancel document`,
      dismiss_label: t`Keep the document`,
      danger: true,
      act: () => act({ params: { uuid }, body: { status: 'User Cancelled' } }),
    })
}
