import { useRef, useState } from 'react'
import { type Calm, calmed, stayPut } from './calm-rows.ts'
import type { Rows } from './use-list.ts'

const NONE: ReadonlySet<string> = new Set()

/** What a list shows of its rows. */
export type CalmRows<Row> = ReturnType<typeof useCalmRows<Row>>

type Standing<Row> = { rows: readonly Row[] | undefined; view: string }

/**
 * The rows of a list without surprises: while the pointer or the focus is on them, what others do changes what they say
 * and never where they stand. What would move them waits until both have left, or the person asks for it (`show`);
 * their own acts, other pages and other filters show at once.
 */
export const useCalmRows = <Row>(list: Rows<Row>, keyOf: (row: Row) => string) => {
  const { rows, view, own } = list
  const [standing, setStanding] = useState<Standing<Row>>({ rows, view })
  const [pointed, setPointed] = useState(false)
  const [, setFocused] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const free =
    // What had the focus may be gone without a word, so it is looked for.
    (!pointed && !frame.current?.contains(document.activeElement)) ||
    own ||
    view !== standing.view ||
    !rows ||
    !standing.rows ||
    stayPut(standing.rows, rows, keyOf)
  if (free && (standing.rows !== rows || standing.view !== view)) setStanding({ rows, view })
  const calm: Calm<Row> | undefined =
    !free && rows && standing.rows ? calmed(standing.rows, rows, keyOf) : undefined
  return {
    rows: calm?.rows ?? rows,
    gone: calm?.gone ?? NONE,
    /** How many new ones wait; undefined while nothing does. */
    waiting: calm && { more: calm.more },
    show: () => setStanding({ rows, view }),
    /** For what holds the rows. */
    watch: {
      ref: frame,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // Only now is the focus elsewhere.
      onBlur: () => void setTimeout(() => setFocused((times) => times + 1)),
    },
  }
}
