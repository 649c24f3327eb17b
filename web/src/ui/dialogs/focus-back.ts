import { useLayoutEffect, useState } from 'react'
import { focusNextRow } from '../table/focus-row.ts'

/**
 * Once this is gone, the focus returns to what had it before; where that went with its row, to the next row, and else
 * to the form that is still open, or to the content of the screen.
 */
export const useFocusBack = (before?: Element | null) => {
  const [opener] = useState(before ?? document.activeElement)
  const [{ keys, key }] = useState(() => placeOf(opener))
  useLayoutEffect(
    // After this commit: what had the focus before it, and still stands, would be given it back by React.
    () => () => queueMicrotask(() => giveBack(opener, keys, key)),
    [opener, keys, key],
  )
}

const giveBack = (opener: Element | null, keys: readonly string[], key: string) => {
  // The body stands for nothing that had it: some browsers focus no button that is clicked.
  if (opener?.isConnected && opener !== document.body) return focus(opener)
  // What closed beneath this one gave the focus to a row already.
  if (document.activeElement?.closest('[data-row]')) return
  if (focusNextRow(keys, key)) return
  focus(
    firstField([...document.querySelectorAll('[role="dialog"]')].at(-1)) ??
      document.getElementById('content'),
  )
}

/** A form that is still open: what had the focus in it rested while it was being sent, and the body had it then. */
const firstField = (dialog: Element | undefined) =>
  dialog?.querySelector(':is(input, select, textarea, button):enabled') ?? null

const focus = (element: Element | null) => {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

const keyOf = (row: Element | null | undefined) => row?.getAttribute('data-row') ?? ''

/** The row in which something stands, and all rows beside it, by their keys. */
const placeOf = (element: Element | null) => {
  const row = element?.closest('[data-row]')
  return { keys: [...(row?.parentElement?.children ?? [])].map(keyOf), key: keyOf(row) }
}
