import type { ReactNode } from 'react'
import { own } from '#codes/own.ts'

/** Where there is no room for columns. */
export const NARROW = '(max-width: 40em)'

/** `last`: it stays longest. */
export type Roomy = true | 'last'

export type Sort<Key extends string> = { by: Key; order: 'asc' | 'desc' } | undefined

export type Column<Row, Key extends string = string> = {
  key: Key
  header: string
  cell: (row: Row) => ReactNode
  /** Full text of a cell that may be truncated, shown on hover; by keyboard the row shows it itself. */
  full?: (row: Row) => string
  align?: 'right'
  /** Widest the cell may grow, in px, before its text is cut. */
  width_max?: number
  unsorted?: true
  /** Its cells are controls: nothing to sort by, and nothing that is read on paper. */
  acts?: true
  /** Stays in sight while the rest scrolls: px from the right edge. Neighbours are pinned beside one another. */
  pinned_at?: number
  /** Width in px that the neighbours' `pinned_at` counts on; where the table is `fixed`, that of the column. */
  width?: number
  /**
   * Left out where the table has little room, `last` only where it has less still: what it says stands in another
   * column, and a choice sorts by it.
   */
  roomy?: Roomy
  /** Never a column of its own: what it says stands beneath in another one, and a choice sorts by it. */
  beneath?: true
}

export type TableProps<Row, Key extends string> = {
  /** What the table holds, for screen readers. */
  label: string
  columns: readonly Column<Row, Key>[]
  /** Undefined while the first answer is awaited. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  sort?: Sort<Key>
  onSort?: (sort: Sort<Key>) => void
  /** Back to the usual order; absent while that holds. */
  onUsual?: (() => void) | undefined
  onRow?: (row: Row) => void
  isOpen?: (row: Row) => boolean
  /** It is not in the list any more, and stands here until the list may move. */
  isGone?: (row: Row) => boolean
  /** The old rows stay, dimmed, while new ones are fetched. */
  fetching?: boolean
  error?: unknown
  onRetry?: () => void
  empty: ReactNode
  /** A row as a card on narrow screens; without it the table scrolls inside itself. */
  card?: (row: Row) => ReactNode
  /** Columns keep their `width` from page to page, and one without takes the rest. What does not fit is cut. */
  fixed?: true
  /** Which page these rows are; each begins at its top. */
  page?: number
  /** Leading cell, e.g. a checkbox. */
  lead?: { header: ReactNode; header_words: string; cell: (row: Row) => ReactNode }
}

/** A column of texts as they are, cut at `width_max` px and whole on hover; a dash where there is none. */
export const textColumn = <Key extends string>(key: Key, header: string, width_max?: number) => ({
  key,
  header,
  cell: (row: Readonly<Record<Key, string>>) => own<string>(row, key) || '–',
  full: (row: Readonly<Record<Key, string>>) => own<string>(row, key) ?? '',
  ...(width_max !== undefined && { width_max }),
})

/** Those that stand in the table. */
export const shownOf = <C extends Column<never>>(columns: readonly C[]) =>
  columns.filter(({ beneath }) => !beneath)

/** Whether the rows can be put in its order. */
export const isSortable = ({ unsorted, acts }: Column<never>) => !(unsorted || acts)

/** Attributes of a cell: where it stays in sight, how wide it is, whether it needs room, and what it is for. */
export const placed = ({ pinned_at, width, roomy, acts }: Column<never>) => ({
  ...(roomy && { 'data-roomy': roomy }),
  ...(acts && { 'data-acts': true }),
  ...(pinned_at !== undefined && { 'data-pinned': true }),
  ...(width !== undefined && { style: { right: pinned_at, width, minWidth: width } }),
})

/** How many px at the right edge the columns take that stay in sight. */
export const pinnedWidth = (columns: readonly Column<never>[]) =>
  Math.max(0, ...columns.map(({ pinned_at, width = 0 }) => (pinned_at === undefined ? 0 : pinned_at + width)))
