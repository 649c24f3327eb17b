import { focusOn } from '../table/focus-row.ts'

/** The rows of all lists on the screen, from top to bottom. */
const shownRows = () =>
  [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter((row) => row.checkVisibility())

const heldRow = () => document.activeElement?.closest<HTMLElement>('main [data-row]')

/** Gives the focus to the next row or the former one; to the first where none has it. */
export const stepRow = (by: 1 | -1) => {
  const rows = shownRows()
  const held = heldRow()
  const row = held ? rows[rows.indexOf(held) + by] : rows[0]
  if (row) focusOn(row)
}

/** Ticks the row with the focus, or takes its tick away, where rows can be chosen. */
export const tickRow = () =>
  heldRow()?.querySelector<HTMLInputElement>('input[type=checkbox]:enabled')?.click()

/** Out of the list: Tab goes on from the head of the screen. */
export const leaveRows = () => {
  if (heldRow()) document.querySelector('main')?.focus()
}

/** The box to search in, where the screen has one: whether it took the focus. */
export const focusSearch = (): boolean => {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]')
  box?.focus()
  box?.select()
  return box !== null
}
