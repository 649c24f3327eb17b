import { useLingui } from '@lingui/react/macro'
import { useLeaveGuard } from '../../../ui/dialogs/use-leave-guard.ts'

/** Asks before a screen is left while a file of it is on its way: what is wrong in it is told only there. */
export const useFileGuard = (sending: () => boolean) => {
  const { t } = useLingui()
  useLeaveGuard(sending, {
    title: t`Leave while the file is being uploaded?`,
    body: t`It goes on, and a message tells the counts. What is wrong with which document is told only here.`,
    confirm_label: t`Leave`,
    dismiss_label: t`Wait`,
  })
}
