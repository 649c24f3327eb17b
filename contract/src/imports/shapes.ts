import { z } from 'zod'
import { instant } from '../fields.ts'

/**
 * `matching` waits for somebody to say what the columns are; `loading` and `checking` are the server's work; `checked`
 * waits for somebody to store; `storing` is work again. The last three are ends.
 */
const IMPORT_STATES = [
  ...(['matching', 'loading', 'checking', 'checked', 'storing'] as const),
  ...(['done', 'cancelled', 'failed'] as const),
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** `already`: an earlier upload has stored it in the very same words. */
const IMPORT_DOCUMENT_STATES = ['pending', 'good', 'bad', 'dropped', 'stored', 'already'] as const
export type ImportDocumentState = (typeof IMPORT_DOCUMENT_STATES)[number]

/** How a column's field was proposed; `chosen` by somebody, `none` where it is left out. */
const MATCHES = ['known', 'remembered', 'guessed', 'chosen', 'none'] as const

export const SAMPLES_MAX = 3

/** One column of the file: its heading and the first values in it, and the field that it is. */
export const ImportColumn = z.object({
  heading: z.string(),
  samples: z.array(z.string()),
  /** By its heading as the sample template writes it: `unit_price`, `customer.name`; null: left out. */
  field: z.string().nullable(),
  match: z.enum(MATCHES),
})
export type ImportColumn = z.infer<typeof ImportColumn>

const number = z.int()

/**
 * Rows and documents by what became of them so far; a bad row has a fault itself, a bad document in any row. `warned`
 * documents are among the others: they are taken, and somebody should look at them.
 */
export const ImportCounts = z.object({
  ...{ rows: number, rows_bad: number },
  ...{ documents: number, pending: number, good: number, bad: number },
  ...{ dropped: number, stored: number, already: number },
  warned: number,
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const ImportSummary = z.object({
  id: z.string(),
  file_name: z.string(),
  file_bytes: number,
  state: z.enum(IMPORT_STATES),
  /** Nothing of it is ever stored. */
  check_only: z.boolean(),
  /** It goes on by itself: what is good is stored while the file is still read, unless it is a check. */
  unattended: z.boolean(),
  /** Of one company, where that is known; only then is it remembered what its columns are. */
  sender_entity_id: z.string().nullable(),
  /** The rows of the file, and how many of them have been read into the import so far. */
  rows_in_file: number,
  counts: ImportCounts,
  /** Why it failed; empty otherwise. */
  fault: z.string(),
  created_at: instant,
  modified_at: instant,
  finished_at: instant.nullable(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/** `undo` is the last fix or correction that can be taken back, in words. */
export const Import = ImportSummary.extend({
  columns: z.array(ImportColumn),
  /** Fields without which no document can be made, and that no column is. */
  missing: z.array(z.string()),
  /** How the file was understood where that was guessed. */
  notes: z.array(z.string()),
  /**
   * What is taken otherwise than the file says, each column and reason once: the column by its heading as the sample
   * template writes it. Imports from before the upgrade tell none.
   */
  changes: z.array(z.object({ field: z.string(), why: z.string() })),
  undo: z.object({ id: z.string(), label: z.string(), cells: number }).nullable(),
})
export type Import = z.infer<typeof Import>

/** A repair of the same fault in many cells; `kind` names it when it is asked for. */
const ImportFix = z.object({ kind: z.string(), label: z.string() })

/** Faults that are one and the same, in however many rows. */
export const ImportProblem = z.object({
  key: z.string(),
  /** The heading of the column as we write it. */
  field: z.string(),
  message: z.string(),
  rows: number,
  documents: number,
  /** The first rows that have it, and what stands there. */
  examples: z.array(z.object({ row: number, value: z.string() })),
  fixes: z.array(ImportFix),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** Warnings that are one and the same, in however many documents; they keep none from being stored. */
export const ImportWarning = z.object({
  key: z.string(),
  /** The heading of the column as we write it. */
  field: z.string(),
  message: z.string(),
  documents: number,
  /** The first documents that have it. */
  numbers: z.array(z.string()),
})
export type ImportWarning = z.infer<typeof ImportWarning>

/** What is wrong in a row; `column` counts from 0 and is null where the file has no such column. */
const ImportFault = z.object({
  field: z.string(),
  column: number.nullable(),
  message: z.string(),
  /** Of which problem it is one. */
  problem: z.string(),
})

/** A row as it is now; `row` as spreadsheets count, the headings being row 1. */
export const ImportRow = z.object({
  row: number,
  document: number,
  invoice_number: z.string(),
  document_state: z.enum(IMPORT_DOCUMENT_STATES),
  cells: z.array(z.string()),
  /** The columns in which something else stands than in the file. */
  edited: z.array(number),
  faults: z.array(ImportFault),
  /** What should be looked at; they keep its document from nothing. */
  warnings: z.array(ImportFault),
})
export type ImportRow = z.infer<typeof ImportRow>
