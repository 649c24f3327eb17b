/** A point of the line: whole months lie on `count`; the last whole one and the unfinished on `so_far` as well. */
export type MonthPoint = { name: string; count: number | null; so_far: number | null; total: number }

type Words = { short: (month: string) => string; soFar: (name: string) => string }

/**
 * The months of a year, the last of which is not over: it is drawn apart, and called so, lest its smaller figure be
 * read as a fall.
 */
export const monthPoints = (
  months: readonly { month: string; count: number }[],
  { short, soFar }: Words,
): MonthPoint[] => {
  const last = months.length - 1
  return months.map(({ month, count }, at) => ({
    name: at === last ? soFar(short(month)) : short(month),
    count: at === last ? null : count,
    so_far: at >= last - 1 ? count : null,
    total: count,
  }))
}
