/** One line of the report. `ratio` is better the larger it is. */
export type Row = { name: string; figure: string; ratio: number; goal: number }

/** In a short run, which shares its machine with other work, only half of the goal is asked for. */
const SHORT_FACTOR = 0.5

export const printRows = (rows: readonly Row[]): string => {
  const cells = [
    ['row', 'figure', 'ratio', 'goal', ''],
    ...rows.map(({ name, figure, ratio, goal }) => [
      name,
      figure,
      ratio.toFixed(2),
      goal.toFixed(2),
      ratio >= goal ? 'ok' : 'below',
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Whether the run fails: below the goal, or below half of it in a short run. */
export const isFailed = ({ ratio, goal }: Row, short: boolean): boolean =>
  ratio < (short ? goal * SHORT_FACTOR : goal)
