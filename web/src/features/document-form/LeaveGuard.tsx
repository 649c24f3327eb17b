import { Trans, useLingui } from '@lingui/react/macro'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'

/** Asks once before a form in progress is left. */
export const LeaveGuard = ({ unsaved }: { unsaved: () => boolean }) => {
  const { t } = useLingui()
  useLeaveGuard(unsaved, {
    title: t`Leave this document?`,
    body: (
      <Trans>It has not been sent. A draft stays in this browser and is offered when you come back.</Trans>
    ),
    confirm_label: t`Leave`,
  })
  return null
}
