import { Trans, useLingui } from '@lingui/react/macro'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'

/**
 * `keep` answers whether this browser keeps the form as it is now, `unclear` whether a call of it is under way, or has
 * had no answer.
 */
type Props = { unsaved: () => boolean; unclear: () => boolean; keep: () => boolean }

/** Asks once before a form in progress is left, and says what becomes of it. */
export const LeaveGuard = ({ unsaved, unclear, keep }: Props) => {
  const { t } = useLingui()
  useLeaveGuard(unsaved, () => ({
    title: t`Leave this document?`,
    body: (
      <>
        {unclear() ? (
          <Trans>It was sent, and may have been saved as it was then.</Trans>
        ) : (
          <Trans>It has not been sent.</Trans>
        )}{' '}
        {keep() ? (
          <Trans>A draft stays in this browser and is offered when you come back.</Trans>
        ) : (
          <Trans>It could not be kept in this browser: what you typed is lost.</Trans>
        )}
      </>
    ),
    confirm_label: t`Leave`,
  }))
  return null
}
