/** So many cells are taken from the clipboard at once. */
const CELLS_MAX = 10_000

/**
 * Cells copied from a spreadsheet: a line for each row, tabs between its cells, quotation marks around those that hold
 * either. Undefined for a text of one cell, which is pasted as any text is.
 */
export const pastedCells = (text: string): string[][] | undefined => {
  const whole = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  if (!/[\t\n]/.test(whole)) return undefined
  const rows: string[][] = [[]]
  let cells = 0
  for (const [, quoted, plain = '', end = ''] of whole.matchAll(CELL)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '' || ++cells >= CELLS_MAX) break
    if (end === '\n') rows.push([])
  }
  return rows
}

const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/g
