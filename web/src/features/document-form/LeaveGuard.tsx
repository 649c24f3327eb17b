import { Trans, useLingui } from '@lingui/react/macro'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'

/** `keep` answers whether this browser keeps the form as it is now. */
type Props = { unsaved: () => boolean; keep: () => boolean }

/** Asks once before a form in progress is left, and says what becomes of it. */
export const LeaveGuard = ({ unsaved, keep }: Props) => {
  const { t } = useLingui()
  useLeaveGuard(unsaved, () => ({
    title: t`Leave this document?`,
    body: keep() ? (
      <Trans>It has not been sent. A draft stays in this browser and is offered when you come back.</Trans>
    ) : (
      <Trans>It has not been sent, and could not be kept in this browser: what you typed is lost.</Trans>
    ),
    confirm_label: t`Leave`,
  }))
  return null
}
