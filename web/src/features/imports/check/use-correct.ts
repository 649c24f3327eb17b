import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { ImportRow } from '#contract/imports/shapes.ts'
import { CELLS_PER_CALL_MAX, importSteps } from '#contract/imports/steps.ts'
import { askAgain } from '../../../api/ask-again.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { useKeepImport } from '../use-import.ts'

export type CellEdit = { row: number; column: number; value: string }

/**
 * Writes cells and hands the rows that were judged again to `put`. One call goes after the other, in the order in which
 * the cells were left; what is typed meanwhile waits. `last` is the last of them.
 */
export const useCorrect = (
  id: string,
  { put, last }: { put: (rows: readonly ImportRow[]) => void; last: RefObject<Promise<void>> },
) => {
  const client = useQueryClient()
  const keep = useKeepImport()

  const send = async (cells: CellEdit[]) => {
    try {
      const answer = await call(importSteps.correct, { params: { id }, body: { cells } })
      put(answer.rows)
      keep(answer.import)
      void askAgain(client, [importSteps.problems.id])
    } catch (error) {
      toastBad(messageOf(error))
    }
  }
  return (cells: readonly CellEdit[]) => {
    for (let at = 0; at < cells.length; at += CELLS_PER_CALL_MAX) {
      const some = cells.slice(at, at + CELLS_PER_CALL_MAX)
      last.current = last.current.then(() => send(some))
    }
  }
}
