import { type RefObject, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormLine } from '../form/state.ts'
import { fieldId, useOpenForm } from '../form-context.ts'
import { focusCell } from './grid-keys.ts'

export type RemovedLine = { line: FormLine; at: number }

/** Adding, deleting and taking a deletion back, each with the cursor where the clerk goes on. */
export const useLineActions = (table: RefObject<HTMLTableElement | null>) => {
  const { store } = useOpenForm()
  const [removed, setRemoved] = useState<RemovedLine | null>(null)

  const add = useCallback(
    (after?: number) => {
      let id = ''
      // The new line must be on the screen before the cursor can go there.
      flushSync(() => {
        id = store.addLine(Date.now(), after)
        setRemoved(null)
      })
      focusCell(table.current, id, 'item_description')
    },
    [store, table],
  )
  const remove = useCallback(
    (id: string) => {
      const before = store.get().form.items
      const at = before.findIndex((line) => line.id === id)
      const line = before[at]
      if (!line) return
      const neighbour = before[at + 1] ?? before[at - 1]
      flushSync(() => {
        store.removeLine(id)
        setRemoved({ line, at })
      })
      if (neighbour) focusCell(table.current, neighbour.id, 'item_description')
      else document.getElementById(fieldId('items'))?.focus()
    },
    [store, table],
  )
  const undo = () => {
    if (removed) store.restoreLine(removed.line, removed.at)
    setRemoved(null)
  }
  return { add, remove, removed, undo }
}
