import { z } from 'zod'
import { optionalFlag, text } from '../fields.ts'
import { identityChanges } from '../party.ts'

/** So many rows a file of customers or of saved items may have, and so many bytes. */
export const BOOK_ROWS_MAX = 5_000
const BOOK_FILE_BYTES_MAX = 4_000_000
/** So many of each kind are told by row; the others are counted. */
export const ROWS_TOLD_MAX = 500

const FILE_MB_MAX = BOOK_FILE_BYTES_MAX / 1_000_000

/** What is sent to bring in a file of what a company keeps. */
export const bookForm = z.strictObject({
  file: z
    .file('Please choose a file.')
    .max(BOOK_FILE_BYTES_MAX, `Please choose a file of at most ${FILE_MB_MAX} MB.`),
  sender_entity_code: text(60),
  /** True: the same answer, and nothing is stored. */
  check_only: optionalFlag,
})

export const BOOK_BODY_BYTES_MAX = BOOK_FILE_BYTES_MAX + 100_000

/**
 * What became of such a file, or would; `there` is what is told of one that is there already. Rows are numbered as
 * spreadsheets do: the headings are row 1.
 */
export const bookReply = <There extends z.ZodRawShape>(there: There) =>
  z.object({
    check_only: z.boolean(),
    rows: z.number(),
    added: z.number(),
    /** Rows of what is there already, or stands in the file twice: left as they are. */
    skipped: z.number(),
    refused: z.number(),
    /** The first of those skipped, with what is there. `same_as`: the row of the file that says it first. */
    there_already: z.array(z.object({ row: z.number(), ...there, same_as: z.number().nullable() })),
    /** What is wrong with the first of those refused. */
    errors: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
    /** What is written otherwise than it came, each kind once. */
    changes: identityChanges,
    /** How the file was understood where that was guessed, and what is doubtful in rows that are good. */
    notes: z.array(z.string()),
    /** All rows that are refused, as CSV: the columns of the file, with `row` and `error` behind them. */
    error_file: z.string().optional(),
  })

/** The same as a type: `there_already` tells `There` of each row. */
export type BookReply<There> = Omit<
  z.infer<ReturnType<typeof bookReply<Record<never, never>>>>,
  'there_already'
> & {
  there_already: (There & { row: number; same_as: number | null })[]
}
