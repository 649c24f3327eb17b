/** Something wrong with a cell: the heading of its column as we write it, and what is said of it. */
export type Faulty = { column: string; message: string }

/** Messages that name what stands in the cell, elsewhere, or how much it is: what all of their kind say. */
const VARYING: readonly [pattern: RegExp, words: string][] = [
  [/^.* is no number that can be read\./s, '… is no number that can be read.'],
  [/^.* can be read in two ways:/s, '… can be read in two ways:'],
  [/^.* is no date that can be read\./s, '… is no date that can be read.'],
  [/^.* is a date as spreadsheets count days \([\d-]+\)\./s, '… is a date as spreadsheets count days.'],
  [/^The year of .* has two digits\./s, 'The year of … has two digits.'],
  [
    /^A spreadsheet shortened this number to .* and dropped digits\./s,
    'A spreadsheet dropped digits of this number.',
  ],
  [/^Row \d+ of this document says .*\.$/s, 'The rows of one document say different things here.'],
  [
    /^The payload says \S+, but the lines add up to \S+(?:, or to \S+ before discounts)?\.$/,
    'The figure is not what the lines add up to.',
  ],
  [/; it has [\d,]+\.$/, '.'],
  [/^The document would have about \d+ KB; /, 'The document would be too large; '],
  [/^The number .* is already in use\.$/s, 'The number is already in use.'],
  [/ \(reference \S+\)\./, '.'],
]

/** A document of JSON has its lines in a list. */
const OF_LINE = /^items\.\d+\./

/** What is wrong in the words that all cells with the same fault share, where, and the key of that problem. */
export const problemOf = ({ column: at, message }: Faulty): Faulty & { key: string } => {
  const column = at.replace(OF_LINE, 'items.')
  const varying = VARYING.find(([pattern]) => pattern.test(message))
  const words = varying ? message.replace(...varying) : message
  return { key: `${column}: ${words}`, column, message: words }
}
