import { type RefObject, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CellPlace } from '../form/paste-lines.ts'
import type { FormLine } from '../form/state.ts'
import { putLines } from '../form/store.ts'
import { fieldId, useOpenForm } from '../form-context.ts'
import { focusCell } from './grid-keys.ts'

/** What was done last to the lines, and can be taken back; a paste for as long as nothing was done since. */
export type Done =
  | { kind: 'removed'; line: FormLine; at: number }
  | {
      kind: 'pasted'
      rows: number
      rows_over: number
      beyond: boolean
      before: FormLine[]
      after: FormLine[]
      touched: CellPlace[]
    }

/** Adding, deleting and taking back what was done, each with the cursor where the clerk goes on. */
export const useLineActions = (table: RefObject<HTMLTableElement | null>) => {
  const { store } = useOpenForm()
  const [done, setDone] = useState<Done | null>(null)

  const add = useCallback(
    (after?: number) => {
      let id = ''
      // The new line must be on the screen before the cursor can go there.
      flushSync(() => {
        id = store.addLine(Date.now(), after)
        setDone(null)
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
        setDone({ kind: 'removed', line, at })
      })
      if (neighbour) focusCell(table.current, neighbour.id, 'item_description')
      else document.getElementById(fieldId('items'))?.focus()
    },
    [store, table],
  )
  const undo = () => {
    if (done?.kind === 'removed') store.restoreLine(done.line, done.at)
    if (done?.kind === 'pasted') putLines(store, done.before, done.touched)
    setDone(null)
  }
  return { add, remove, done, setDone, undo }
}
