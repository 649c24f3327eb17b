export type Calm<Row> = {
  /** In the order in which they stand, each as it is now. */
  rows: readonly Row[]
  /** The keys of those that are not there any more. */
  gone: ReadonlySet<string>
  /** How many more there are that are not shown. */
  more: number
}

/** Rows that stand still while others come, go and change their places: each says what it says now, where it stood. */
export const calmed = <Row>(
  standing: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => string,
): Calm<Row> => {
  const fresh = new Map(now.map((row) => [keyOf(row), row]))
  const known = new Set(standing.map(keyOf))
  return {
    rows: standing.map((row) => fresh.get(keyOf(row)) ?? row),
    gone: new Set([...known].filter((key) => !fresh.has(key))),
    more: now.filter((row) => !known.has(keyOf(row))).length,
  }
}

/** Whether all rows stay where they stand, and more come below them at most. */
export const stayPut = <Row>(
  standing: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => string,
): boolean => standing.every((row, at) => now[at] !== undefined && keyOf(now[at]) === keyOf(row))
