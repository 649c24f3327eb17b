import type { KeyboardEvent } from 'react'

/** Enter and the arrows go to the same column of the neighbouring row; the DOM is the grid. */
export const moveByKey = (event: KeyboardEvent, table: HTMLElement | null) => {
  const field = event.target
  const back = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey)
  if (event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return
  if (!back && event.key !== 'ArrowDown' && event.key !== 'Enter') return
  const column = [...(table?.querySelectorAll<HTMLInputElement>(`[data-cell="${field.dataset.cell}"]`) ?? [])]
  event.preventDefault()
  const next = column[column.indexOf(field) + (back ? -1 : 1)]
  // What was typed is sent as the field is left, be it for the next one or, in the last row, for none.
  if (next) next.focus()
  else field.blur()
}
