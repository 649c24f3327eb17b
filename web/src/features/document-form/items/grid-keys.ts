import type { KeyboardEvent } from 'react'

/** Puts the cursor into a line's cell; the DOM is the grid, so that lines need not know each other. */
export const focusCell = (table: HTMLElement | null, line_id: string, cell: string) => {
  const line = table?.querySelector(`[data-line="${line_id}"]`)
  const target =
    line?.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ?? line?.querySelector<HTMLElement>('input')
  target?.focus()
}

/** Enter adds a line beneath; Up and Down go to the same field of the neighbouring line. A select takes Down itself. */
export const moveByKey = (event: KeyboardEvent, table: HTMLElement | null, add: (after: number) => void) => {
  const field = event.target
  if (event.defaultPrevented || event.nativeEvent.isComposing) return
  if (!table || !(field instanceof HTMLInputElement)) return
  const lines = [...table.querySelectorAll<HTMLElement>('[data-line]')]
  const at = lines.findIndex((line) => line.contains(field))
  if (event.key === 'Enter') {
    event.preventDefault()
    add(at)
  }
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  const neighbour = lines[event.key === 'ArrowUp' ? at - 1 : at + 1]
  if (!neighbour) return
  event.preventDefault()
  focusCell(table, neighbour.dataset.line ?? '', field.dataset.cell ?? '')
}
