import { Modal } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Asked, dismiss, forget, useAsked } from './ask.ts'
import { ConfirmForm } from './ConfirmForm.tsx'
import { useEscape, useEscapeHost } from './escape.ts'
import { useFocusBack } from './focus-back.ts'
import { ReasonForm } from './ReasonForm.tsx'

/** Above every panel that asks, below the warning that the session ends. */
const Z_INDEX = 300

/** Where all questions of the screens appear, one at a time. Stands first in the shell, for the sake of Escape. */
export const DialogHost = () => {
  const asked = useAsked()
  const { href } = useLocation()
  useEscapeHost()
  // biome-ignore lint/correctness/useExhaustiveDependencies: who goes elsewhere leaves the question behind
  useEffect(() => forget, [href])
  return asked && <Dialog key={asked.id} asked={asked} />
}

const Dialog = ({ asked: { wording, busy, opener } }: { asked: Asked }) => {
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
