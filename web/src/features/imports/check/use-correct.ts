import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportRow } from '#contract/imports/shapes.ts'
import { CELLS_PER_CALL_MAX, importSteps } from '#contract/imports/steps.ts'
import { askAgain } from '../../../api/ask-again.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { useKeepImport } from '../use-import.ts'

export type CellEdit = { row: number; column: number; value: string }
/** By the place of the cell. */
type Cells = ReadonlyMap<string, CellEdit>

export const placeOf = ({ row, column }: Pick<CellEdit, 'row' | 'column'>) => `${row} ${column}`

export type Corrections = ReturnType<typeof useCorrections>

/** The corrections that are on their way, and those that did not arrive, of which whoever stores must know. */
export const useCorrections = () => {
  /** The last of them, however it ends. */
  const last = useRef(Promise.resolve())
  const waiting = useRef(0)
  const left = useRef<Cells>(new Map())
  const [unsent, setUnsent] = useState(left.current)
  return {
    /** Sends after those before it, as many as they are; whoever closes the tab meanwhile would lose it. */
    queue: (send: () => Promise<void>) => {
      waiting.current += 1
      last.current = last.current.then(send).finally(() => {
        waiting.current -= 1
      })
    },
    isWaiting: () => waiting.current > 0,
    last,
    unsent,
    note: (cells: readonly CellEdit[], arrived: boolean) => {
      const next = new Map(left.current)
      for (const cell of cells) {
        if (arrived) next.delete(placeOf(cell))
        else next.set(placeOf(cell), cell)
      }
      left.current = next
      setUnsent(next)
    },
    /** Waits for those that are on their way; whether all have arrived. */
    arrived: async () => {
      await last.current
      return left.current.size === 0
    },
  }
}

/**
 * Writes cells and hands the rows that were judged again to `put`. One call goes after the other, in the order in which
 * the cells were left; what is typed meanwhile waits.
 */
export const useCorrect = (
  id: string,
  { queue, note }: Corrections,
  put: (rows: readonly ImportRow[]) => void,
) => {
  const client = useQueryClient()
  const keep = useKeepImport()
  const { mutateAsync } = useMutation({
    mutationFn: (cells: CellEdit[]) => call(importSteps.correct, { params: { id }, body: { cells } }),
  })

  const send = async (cells: CellEdit[]) => {
    try {
      const answer = await mutateAsync(cells)
      note(cells, true)
      put(answer.rows)
      keep(answer.import)
      void askAgain(client, [importSteps.problems.id])
    } catch (error) {
      note(cells, false)
      toastBad(messageOf(error))
    }
  }
  return (cells: readonly CellEdit[]) => {
    for (let at = 0; at < cells.length; at += CELLS_PER_CALL_MAX) {
      const some = cells.slice(at, at + CELLS_PER_CALL_MAX)
      queue(() => send(some))
    }
  }
}
