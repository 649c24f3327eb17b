import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'

type Wanted<Row> = {
  /** Those that are shown (`useCalmRows`). */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Whether a row may be chosen at all. */
  may: (row: Row) => boolean
  /** What the boxes are called: the one in the head, for so many rows, and the one of a row. */
  all: (count: number) => string
  one: (row: Row) => string
}

/** Rows of the page in sight, chosen one by one or all at once; `lead` is the column of boxes for the list,
 * `every` whether all that may be chosen are. */
export const useSelection = <Row,>({ rows = [], keyOf, may, all, one }: Wanted<Row>) => {
  const { t } = useLingui()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const selectable = rows.filter(may)
  const chosen = selectable.filter((row) => selected.has(keyOf(row)))
  const toggle = (key: string) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    setSelected(next)
  }
  const count = selectable.length
  const every = count > 0 && chosen.length === count
  const lead = {
    header_words: t`Select all ${count} on this page`,
    header: (
      <Checkbox
        size="xs"
        aria-label={all(count)}
        checked={every}
        indeterminate={chosen.length > 0 && !every}
        disabled={count === 0}
        onChange={() => setSelected(new Set(every ? [] : selectable.map(keyOf)))}
      />
    ),
    cell: (row: Row) => (
      <Checkbox
        size="xs"
        aria-label={one(row)}
        checked={may(row) && selected.has(keyOf(row))}
        disabled={!may(row)}
        onChange={() => toggle(keyOf(row))}
      />
    ),
  }
  /** Chooses these and no others. */
  const select = (keys: readonly string[]) => setSelected(new Set(keys))
  return { chosen, every, lead, select }
}
