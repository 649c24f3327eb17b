import type { FocusEvent, MouseEvent } from 'react'

/**
 * A field that is entered, by key or by mouse, is wholly selected at once, so that what is typed replaces what stood
 * there. Never later: selecting also focuses, and would take the cursor away from where the clerk is by then.
 */
export const selectOnEntry = {
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    if (document.activeElement === field) return
    // The click would put its caret there after the focus and so undo the selection.
    event.preventDefault()
    field.focus()
  },
}
