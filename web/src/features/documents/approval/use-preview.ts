import { useRef } from 'react'
import type { PendingRow } from '#contract/document-rows.ts'
import { readAsked } from '../../../ui/dialogs/ask.ts'
import { useKeys } from '../../../ui/keys/keys.ts'
import type { CalmRows } from '../../../ui/list/use-calm-rows.ts'
import { usePlace } from '../use-place.ts'

/** The list's address, as far as it says which document is open. */
type Opened = {
  search: { open?: string | undefined }
  set: (change: { open: string | undefined }) => unknown
  replace: (change: { open: string }) => unknown
}

/**
 * What is open before its decision, and where one goes from there: J, K and `step` through the rows of this page, and
 * `goOn`, after a decision, to the next one that this person decides; without one it closes.
 */
export const usePreview = (list: Opened, { rows = [], gone }: CalmRows<PendingRow>) => {
  const { open } = list.search
  const place = usePlace(rows, open)
  const former = place && rows[place.former]
  const next = place && rows[place.next]
  const close = () => open !== undefined && list.set({ open: undefined })
  const move = (row: PendingRow | undefined) => row && list.replace({ open: row.uuid })
  // A question stands above it, and is about what it was asked of.
  const byKey = (row: PendingRow | undefined) => () => !readAsked() && move(row)
  useKeys(open ? { j: byKey(next), k: byKey(former) } : {}, { in_dialog: true })
  /** As the rows are by then: the one that was decided has left them, and another may have come onto the page. */
  const onward = useRef(close)
  onward.current = () => {
    const waiting = rows.slice(place?.next).find((row) => row.may_reject.ok && !gone.has(row.uuid))
    return place && waiting ? move(waiting) : close()
  }
  return {
    open,
    close,
    steps: place && {
      ...{ at: place.at, count: rows.length },
      onFormer: former && (() => move(former)),
      onNext: next && (() => move(next)),
    },
    // Once the question is gone, and the rows that came by it are drawn.
    goOn: () => void setTimeout(() => onward.current()),
  }
}

export type Steps = ReturnType<typeof usePreview>['steps']
