import { z } from 'zod'
import { DOCUMENT_READS } from './changes.ts'
import { endpoint, keyOrAnyOf } from './endpoint.ts'
import { optionalFlag, text } from './fields.ts'
import { IMPORT_BYTES_MAX } from './imports/steps.ts'
import { IntakeReply } from './intake.ts'

/** What one file may hold that is answered in the call. */
export const DOCUMENTS_PER_FILE_MAX = 200

/** What specified clients send along is read and ignored: identity comes from the caller, nothing skips approval. */
const NOT_THEIRS = [
  'created_by',
  'approval',
  'approval_flag',
  'approval_status',
  'approved',
  'source',
] as const
const ignored = Object.fromEntries(NOT_THEIRS.map((name) => [name, text(200)])) as Record<
  // Object.fromEntries forgets the keys.
  (typeof NOT_THEIRS)[number],
  ReturnType<typeof text>
>

const form = z.strictObject({
  ...ignored,
  /** True: the same answer, and nothing is stored. */
  check_only: optionalFlag,
  /** True: the answer holds the rows of the documents that were not taken, as CSV. */
  with_error_file: optionalFlag,
})

/** `details` name a cell as `row 5, unit_price`: the row as spreadsheets count, the heading as we write it. */
export const ImportReply = IntakeReply.extend({
  check_only: z.literal(true).optional(),
  /** Numbers among `Invoice_Numbers` that an earlier upload of the same had stored already; absent when none. */
  already_taken: z.array(z.string()).optional(),
  /** How the file was understood where that was guessed; absent when nothing was. */
  notes: z.array(z.string()).optional(),
  /**
   * Of a file with more documents than one call answers: what became of it is asked for there (202). `too_many` (429)
   * where too many of these are not worked off yet.
   */
  import_id: z.string().optional(),
  /** The columns of the file, with `row` and `error` behind them. It uploads again once it is corrected. */
  error_file: z.string().optional(),
})
export type ImportReply = z.infer<typeof ImportReply>

const file = {
  changes: [...DOCUMENT_READS, 'intake.number'],
  method: 'POST',
  access: keyOrAnyOf('can_create_invoice'),
  form,
  // What the specified clients append behind the file says nothing.
  upload: { field: 'file', bytes_max: IMPORT_BYTES_MAX, ignored_after: NOT_THEIRS },
  body_bytes_max: 100_000,
  later: true,
  reply: ImportReply,
} as const

/**
 * Files of documents, CSV or JSON by their content. Each document is judged alone, as in `intake.submit`. What the
 * caller has stored already in the very same words is told again, so that a file may be sent twice, or corrected.
 */
export const imports = {
  csv: endpoint({ id: 'imports.csv', path: '/api/v1/integration/submit-csv/', ...file }),
  /** The same under the address of older integrations. */
  file: endpoint({ id: 'imports.file', path: '/api/einvoicing_json/', ...file }),
  /** The columns that a file may have, with two documents that may be uploaded as they are. */
  template: endpoint({
    id: 'imports.template',
    method: 'GET',
    path: '/api/v1/integration/csv-template/',
    access: keyOrAnyOf('can_create_invoice'),
    reply: 'file',
  }),
}
