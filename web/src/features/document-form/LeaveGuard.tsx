import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { readToken } from '../../api/token.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Asks once before a form in progress is left; a session that ended is not held back. */
export const LeaveGuard = ({ unsaved }: { unsaved: () => boolean }) => {
  const { t } = useLingui()
  const holdBack = () => unsaved() && readToken() !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: holdBack,
    enableBeforeUnload: holdBack,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t`Leave this document?`}
      confirm_label={t`Leave`}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <Trans>It has not been sent. A draft stays in this browser and is offered when you come back.</Trans>
    </ConfirmDialog>
  )
}
