/** Gives the focus to what opens the row of this key; false where no such row is shown. */
export const focusRow = (key: string): boolean => {
  const control = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] :is(a, button)`)
  control?.focus()
  return control !== null
}

/** Gives the focus to the row that follows one that is gone, or else precedes it; `keys` are all as they stood. */
export const focusNextRow = (keys: readonly string[], gone: string): boolean => {
  const at = keys.indexOf(gone)
  return at >= 0 && [...keys.slice(at + 1), ...keys.slice(0, at).toReversed()].some(focusRow)
}
