/**
 * One line of the report. `ratio` is better the larger it is. `goal` is what we want, absent where a figure only
 * informs; `floor` is what even a short run on a busy machine has always reached, and below which something has broken.
 */
export type Row = { name: string; figure: string; ratio: number; goal?: number; floor: number }

export const printRows = (rows: readonly Row[]): string => {
  const cells = [
    ['row', 'figure', 'ratio', 'goal', ''],
    ...rows.map((row) => [
      row.name,
      row.figure,
      row.ratio.toFixed(2),
      row.goal?.toFixed(2) ?? '-',
      isFailed(row, false) ? 'below' : 'ok',
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Whether the run fails: below the goal; in a short run, or where there is none, below the floor. */
export const isFailed = ({ ratio, goal, floor }: Row, short: boolean): boolean =>
  ratio < (short ? floor : (goal ?? floor))
