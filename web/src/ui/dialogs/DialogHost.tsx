import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { type Asked, dismiss, forget, giveFocusBack, readAsked, useAsked } from './ask.ts'
import { ConfirmForm } from './ConfirmForm.tsx'
import { ReasonForm } from './ReasonForm.tsx'

/** Above every panel that asks, below the warning that the session ends. */
const Z_INDEX = 300

/** Where all questions of the screens appear, one at a time. Stands first in the shell, for the sake of Escape. */
export const DialogHost = () => {
  const asked = useAsked()
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: who goes elsewhere leaves the question behind
  useEffect(() => forget, [href])
  useWindowEvent('keydown', answerEscape, { capture: true })
  return asked && <Dialog key={asked.id} asked={asked} />
}

/** Escape answers the question and nothing beneath it: panels listen as well, but later than this. */
const answerEscape = (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.isComposing || !readAsked()) return
  event.stopImmediatePropagation()
  dismiss()
}

const Dialog = ({ asked: { wording, busy } }: { asked: Asked }) => {
  useLayoutEffect(() => giveFocusBack, [])
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
