import { useTimeout } from '@mantine/hooks'
import { useRef, useState } from 'react'

const TOLD_MS = 1_000

/**
 * Copies a text that the element of `shown` shows. It is `copied` for a second; where the browser lets no page copy,
 * the text is selected and left to the person, `by_hand`.
 */
export const useCopy = <Shown extends HTMLElement>(text: string) => {
  const shown = useRef<Shown>(null)
  const [state, setState] = useState<'copied' | 'by_hand'>()
  const { start } = useTimeout(() => setState(undefined), TOLD_MS)
  const copy = async () => {
    const done = (await write(text)) || (shown.current !== null && copySelected(shown.current))
    setState(done ? 'copied' : 'by_hand')
    if (done) start()
  }
  return { shown, copy: () => void copy(), copied: state === 'copied', by_hand: state === 'by_hand' }
}

/** Browsers withhold the clipboard from the plain-http addresses of an office network. */
const write = async (text: string) => {
  const clipboard = navigator.clipboard as Clipboard | undefined
  return clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
}

/** The old way, which they leave to any page; what was not copied stays selected. */
const copySelected = (shown: HTMLElement) => {
  const before = document.activeElement
  if (shown instanceof HTMLInputElement) {
    shown.focus()
    shown.select()
  } else {
    window.getSelection()?.selectAllChildren(shown)
  }
  const done = document.execCommand('copy')
  if (done && before instanceof HTMLElement) before.focus()
  return done
}
