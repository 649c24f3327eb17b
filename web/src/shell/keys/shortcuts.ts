import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Shortcut = {
  /** What is pressed together; several where one is pressed after the other. */
  keys: readonly string[]
  does: MessageDescriptor
}

/** What the screens do by key beside going to one another; `ShellKeys` and the screens bind them. */
export const SHORTCUTS: readonly { title: MessageDescriptor; shortcuts: readonly Shortcut[] }[] = [
  {
    title: msg`Everywhere`,
    shortcuts: [
      { keys: ['Ctrl K'], does: msg`Go to a screen, find a document or a customer` },
      { keys: ['/'], does: msg`Search on this screen` },
      { keys: ['?'], does: msg`Show these shortcuts` },
    ],
  },
  {
    title: msg`In lists`,
    shortcuts: [
      { keys: ['J'], does: msg`Next row, also beside open details` },
      { keys: ['K'], does: msg`Previous row` },
      { keys: ['Enter'], does: msg`Open the row` },
      { keys: ['X'], does: msg`Choose the row` },
      { keys: ['Esc'], does: msg`Close what is open, then leave the list` },
      { keys: ['Shift Alt A'], does: msg`Offer to approve all, on the approval screen` },
    ],
  },
  {
    title: msg`In lines that you fill in`,
    shortcuts: [
      { keys: ['Enter'], does: msg`Add a line; in an upload, go to the next row` },
      { keys: ['↑ ↓'], does: msg`Go to the line above or below` },
      { keys: ['Alt ↓'], does: msg`Open the choices of a field` },
      { keys: ['Alt ↑ ↓'], does: msg`Raise or lower a figure` },
      { keys: ['Esc'], does: msg`Take back what you typed in a row of an upload` },
    ],
  },
  {
    title: msg`In notifications`,
    shortcuts: [
      { keys: ['J'], does: msg`Next notification` },
      { keys: ['K'], does: msg`Previous notification` },
      { keys: ['E'], does: msg`Put it under Done and go on` },
    ],
  },
]
