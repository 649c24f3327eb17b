/** Something wrong with a cell: the heading of its column as we write it, and what is said of it. */
export type Faulty = { column: string; message: string }

/** What all cells with the same fault share in words, with what its pattern found where that is part of it. */
type Shared = string | ((whole: string, ...groups: string[]) => string)

/** Messages that name what stands in the cell, elsewhere, or how much it is: what all of their kind say. */
export const VARYING: readonly [pattern: RegExp, shared: Shared][] = [
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
    /^Row \d+ has no invoice number\. It may be a line of this document\.$/,
    'A row below has no invoice number. It may be a line of this document.',
  ],
  [
    /^The payload says \S+, but the lines add up to \S+(?:, or to \S+ before discounts)?\.$/,
    'The figure is not what the lines add up to.',
  ],
  [
    /^(.*) may have at most ([\d,]+) characters; it has [\d,]+\.$/s,
    (_, what, most) => `${what} may have at most ${most} characters.`,
  ],
  [
    /^The document would have about \d+ KB; .*$/s,
    'The document would be too large; the authority takes 300 KB. Split it into several documents.',
  ],
  [/^The number .* is already in use\.$/s, 'The number is already in use.'],
  [/^An edit may not change this: .*\.$/s, 'An edit may not change this.'],
  [/^The UUID is that of .*\.$/s, 'The UUID is that of another document.'],
  [
    /^Something went wrong on the server \(reference \S+\)\. The document was not stored\.$/,
    'Something went wrong on the server. The document was not stored.',
  ],
]

/** A document of JSON has its lines in a list. */
const OF_LINE = /^items\.\d+\./

/** What is wrong in the words that all cells with the same fault share, where, and the key of that problem. */
export const problemOf = ({ column: at, message }: Faulty): Faulty & { key: string } => {
  const column = at.replace(OF_LINE, 'items.')
  const [pattern, shared = ''] = VARYING.find(([pattern]) => pattern.test(message)) ?? []
  const words = pattern
    ? message.replace(pattern, typeof shared === 'string' ? () => shared : shared)
    : message
  return { key: `${column}: ${words}`, column, message: words }
}
