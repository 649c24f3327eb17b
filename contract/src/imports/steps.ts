import { z } from 'zod'
import { CELL_CHARS_MAX } from '#domain/imports/cells.ts'
import { DOCUMENT_READS } from '../changes.ts'
import { type EndpointName, endpoint, keyOrAnyOf } from '../endpoint.ts'
import { asWritten, listOf, listUpTo, optionalFlag, page, pageSize, text, uuid } from '../fields.ts'
import { Import, ImportProblem, ImportRow, ImportSummary, ImportWarning } from './shapes.ts'

/** A file of an import may have so many bytes; how many rows is a setting. */
export const IMPORT_BYTES_MAX = 500_000_000
const COLUMNS_MAX = 200
/** So many cells are corrected, or documents dropped, in one call. */
export const CELLS_PER_CALL_MAX = 500
/** Groups of faults that are told; the smaller ones come up when the larger ones are mended. */
export const PROBLEMS_TOLD_MAX = 200

const access = keyOrAnyOf('can_create_invoice')
const params = z.object({ id: uuid('Not an import id.') })
const path = '/api/v1/imports/'
const READS: readonly EndpointName[] = ['imports.list', 'imports.read', 'imports.problems', 'imports.rows']

const row = z.int().min(1).max(10_000_000)
const problem = text(64)

/**
 * A large file of documents, taken in steps that survive its sender: begin, match columns, look and mend, store. Each
 * import is its maker's alone.
 */
export const importSteps = {
  /**
   * Takes a CSV file and says what its columns seem to be. The same file once more answers the import that it made,
   * unless that one was cancelled or failed. Conflict `imports_full` where too many are not finished.
   */
  begin: endpoint({
    id: 'imports.begin',
    changes: READS,
    method: 'POST',
    path,
    access,
    form: z.strictObject({
      /** Whose documents these are; needed for nothing but to remember its columns. */
      sender_entity_code: text(60),
      check_only: optionalFlag,
    }),
    upload: { field: 'file', bytes_max: IMPORT_BYTES_MAX },
    body_bytes_max: 100_000,
    status: 201,
    reply: Import,
  }),
  /** The caller's own, the newest first. */
  list: endpoint({
    id: 'imports.list',
    method: 'GET',
    path,
    access,
    query: z.object({ page, page_size: pageSize(20, 100) }),
    reply: listOf(ImportSummary),
  }),
  read: endpoint({ id: 'imports.read', method: 'GET', path: `${path}:id/`, access, params, reply: Import }),
  /**
   * Says what each column is: the heading of a field as the sample template writes it, or null to leave it out. Reads
   * the file (again) by that, which forgets what was corrected. Not once storing has begun.
   */
  match: endpoint({
    id: 'imports.match',
    changes: READS,
    method: 'PUT',
    path: `${path}:id/columns/`,
    access,
    params,
    body: z.strictObject({
      columns: listUpTo(z.string().max(100).nullable(), COLUMNS_MAX, 'A file has at most 200 columns.'),
      /** Whether the company's next file with these headings is matched alike. */
      remember: optionalFlag,
    }),
    reply: Import,
  }),
  /** What is wrong, each fault once, and what should be looked at, each warning once; the most frequent first. */
  problems: endpoint({
    id: 'imports.problems',
    method: 'GET',
    path: `${path}:id/problems/`,
    access,
    params,
    reply: z.object({
      results: z.array(ImportProblem),
      more: z.int(),
      warnings: z.array(ImportWarning),
    }),
  }),
  /**
   * Rows, those of a document together; `after` is the `next` of the stretch before. `warned` are those with warnings,
   * with a `problem` those of one kind. An import that goes on by itself may keep those of documents alone that were
   * not taken.
   */
  rows: endpoint({
    id: 'imports.rows',
    method: 'GET',
    path: `${path}:id/rows/`,
    access,
    params,
    query: z.object({
      show: z.enum(['all', 'good', 'bad', 'warned']).default('all'),
      problem: problem.optional(),
      after: z
        .string()
        .regex(/^\d{1,8}_\d{1,8}$/, 'Please follow the place in next.')
        .optional(),
      page_size: pageSize(50, 200),
    }),
    reply: z.object({ results: z.array(ImportRow), next: z.string().nullable() }),
  }),
  /** Writes something else into cells and judges their documents again; answers all rows of those. */
  correct: endpoint({
    id: 'imports.correct',
    changes: READS,
    method: 'PATCH',
    path: `${path}:id/cells/`,
    access,
    params,
    body: z.strictObject({
      cells: listUpTo(
        z.strictObject({
          row,
          column: z
            .int()
            .min(0)
            .max(COLUMNS_MAX - 1),
          value: asWritten(CELL_CHARS_MAX),
        }),
        CELLS_PER_CALL_MAX,
        `At most ${CELLS_PER_CALL_MAX} cells fit one call.`,
      ),
    }),
    reply: z.object({ rows: z.array(ImportRow), import: Import }),
  }),
  /** Repairs every row of a problem in one of the ways that were offered for it. */
  fix: endpoint({
    id: 'imports.fix',
    changes: READS,
    method: 'POST',
    path: `${path}:id/fixes/`,
    access,
    params,
    body: z.strictObject({ problem, kind: text(60) }),
    reply: Import,
  }),
  /** Takes back the last fix or correction, which `undo` names. */
  undo: endpoint({
    id: 'imports.undo',
    changes: READS,
    method: 'POST',
    path: `${path}:id/undo/`,
    access,
    params,
    body: z.strictObject({ id: uuid('Not a change.') }),
    reply: Import,
  }),
  /** Leaves documents out of what is stored, or takes them in again: the named ones, or all that have a problem. */
  drop: endpoint({
    id: 'imports.drop',
    changes: READS,
    method: 'POST',
    path: `${path}:id/drop/`,
    access,
    params,
    body: z.strictObject({
      documents: listUpTo(row, CELLS_PER_CALL_MAX, `At most ${CELLS_PER_CALL_MAX} fit one call.`).optional(),
      problem: problem.optional(),
      /** False takes them in again. */
      dropped: z.boolean(),
    }),
    reply: Import,
  }),
  /** Stores the good documents, for which each waits for approval; the bad ones stay for the error file. */
  store: endpoint({
    id: 'imports.store',
    changes: [...READS, ...DOCUMENT_READS, 'intake.number'],
    method: 'POST',
    path: `${path}:id/store/`,
    access,
    params,
    body: z.strictObject({}),
    reply: Import,
  }),
  /** Ends the import where it is; what is stored stays stored. */
  cancel: endpoint({
    id: 'imports.cancel',
    changes: READS,
    method: 'POST',
    path: `${path}:id/cancel/`,
    access,
    params,
    body: z.strictObject({}),
    reply: Import,
  }),
  /**
   * The rows of the bad documents as they are now, and of those that were left out, with `row` and `error` behind them;
   * of a file of JSON the documents themselves; of an import that failed all that it has not stored. Uploads again.
   */
  errors: endpoint({
    id: 'imports.errors',
    method: 'GET',
    path: `${path}:id/errors/`,
    access,
    params,
    reply: 'file',
  }),
}
