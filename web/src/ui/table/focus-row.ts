/**
 * Gives a row the focus: what opens it has it, so that Enter does, and else the row itself. Its other buttons act at
 * once, and are a Tab away.
 */
export const focusOn = (row: HTMLElement) => {
  const opener = row.querySelector<HTMLElement>('[data-opens]:enabled') ?? row.querySelector<HTMLElement>('a')
  if (!opener) row.tabIndex = -1
  const taker = opener ?? row
  taker.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** The same for the row of this key; false where no such row is shown. */
export const focusRow = (key: string): boolean => {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
  if (row) focusOn(row)
  return row !== null
}

/** Gives the focus to the row that follows one that is gone, or else precedes it; `keys` are all as they stood. */
export const focusNextRow = (keys: readonly string[], gone: string): boolean => {
  const at = keys.indexOf(gone)
  return at >= 0 && [...keys.slice(at + 1), ...keys.slice(0, at).toReversed()].some(focusRow)
}
