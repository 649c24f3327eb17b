import { Modal } from '@mantine/core'
import { type Asked, dismiss } from './ask.ts'
import { ConfirmForm } from './ConfirmForm.tsx'
import { useEscape } from './escape.ts'
import { useFocusBack } from './focus-back.ts'
import { ReasonForm } from './ReasonForm.tsx'

/** Above every panel that asks, below the warning that the session ends. */
const Z_INDEX = 300

/** One question. */
export const Dialog = ({ asked: { wording, busy, opener } }: { asked: Asked }) => {
  useFocusBack(opener)
  useEscape(dismiss)
  return (
    <Modal
      opened
      onClose={dismiss}
      title={wording.title}
      closeOnEscape={false}
      returnFocus={false}
      zIndex={Z_INDEX}
      data-asked
    >
      {'label' in wording ? (
        <ReasonForm wording={wording} busy={busy} />
      ) : (
        <ConfirmForm wording={wording} busy={busy} />
      )}
    </Modal>
  )
}
