import { z } from 'zod'
import { DEFECT_CATEGORIES, DEFECT_STATUSES, SEVERITIES } from '#domain/defects/words.ts'
import { isBlank } from '#domain/text/characters.ts'
import { type EndpointName, endpoint, loggedIn } from './endpoint.ts'
import {
  calendarDate,
  commaList,
  ignored,
  instant,
  listOf,
  oneOf,
  page,
  pageSize,
  seenAt,
  uuid,
} from './fields.ts'

export const DESCRIPTION_CHARS_MAX = 4_000
export const COMMENT_CHARS_MAX = 2_000
const NAME_CHARS_MAX = 100
const TEXT_CHARS_MAX = 1_000

export const SCREENSHOT_BYTES_MAX = 3_000_000
const ATTACHMENT_BYTES_MAX = 5_000_000
const TEXTS_BYTES_MAX = 100_000

const Comment = z.object({
  id: z.string(),
  commenter_name: z.string(),
  comment: z.string(),
  created_at: instant,
})
export type DefectComment = z.infer<typeof Comment>

const DefectFile = z.object({
  id: z.string(),
  kind: z.enum(['screenshot', 'attachment']),
  /** Ends with what its content is, whatever it was called. */
  name: z.string(),
  content_type: z.string(),
  bytes: z.int(),
  created_by_name: z.string(),
  created_at: instant,
})
export type DefectFile = z.infer<typeof DefectFile>

const Defect = z.object({
  id: z.string(),
  defect_number: z.string(),
  defect_description: z.string(),
  severity: z.enum(SEVERITIES),
  category: z.enum(DEFECT_CATEGORIES),
  detected_on: calendarDate,
  status: z.enum(DEFECT_STATUSES),
  sprint_number: z.string(),
  brd_id: z.string(),
  brd_description: z.string(),
  tester_comments: z.string(),
  tested_by: z.string(),
  dev_due_date: calendarDate.nullable(),
  assigned_to: z.string(),
  closing_date: calendarDate.nullable(),
  root_cause: z.string(),
  other_root_cause: z.string(),
  resolution: z.string(),
  /** The addresses of the last one of each; null where there is none. They ask for a token like every call. */
  screenshot: z.string().nullable(),
  file_upload: z.string().nullable(),
  /** All of them, the oldest first. */
  files: z.array(DefectFile),
  last_comment: z.string(),
  /** The oldest first; of the rows of a list the last ten. */
  comments: z.array(Comment),
  created_by: z.string(),
  created_by_name: z.string(),
  created_at: instant,
  /** Moves on with everything that is done to it, a comment included. */
  updated_at: instant,
  /** Upon which state a change is made; comments and files leave it. */
  modified_at: instant,
})
export type Defect = z.infer<typeof Defect>

const line = (length_max: number) =>
  z
    .string()
    .max(length_max, `At most ${length_max} characters are allowed.`)
    .transform((value) => value.trim())
/** Absent leaves it, empty clears it. */
const kept = (length_max: number) => line(length_max).optional()
/** So does null, as an answer says it. */
const keptDate = z
  .union([z.literal(''), calendarDate])
  .nullable()
  .transform((value) => value || null)
  .optional()
const description = line(DESCRIPTION_CHARS_MAX).refine(
  (value) => !isBlank(value),
  'Please enter the defect description.',
)

const noted = {
  sprint_number: kept(NAME_CHARS_MAX),
  brd_id: kept(NAME_CHARS_MAX),
  brd_description: kept(TEXT_CHARS_MAX),
}
const largest = (bytes_max: number) => `Please choose a file of at most ${bytes_max / 1_000_000} MB.`
/** What an answer says of the last one, its address or null, comes back and is none (decisions.md §11). */
const sentFile = (bytes_max: number) =>
  z
    .union([z.file().max(bytes_max, largest(bytes_max)), z.string().regex(/^https?:/)], {
      error: 'Please choose a file.',
    })
    .nullable()
    .transform((sent) => (sent instanceof File ? sent : undefined))
    .optional()
const files = {
  screenshot: sentFile(SCREENSHOT_BYTES_MAX),
  file_upload: sentFile(ATTACHMENT_BYTES_MAX),
}
/** What only our own answers say (decisions.md §11). */
const answered = {
  ...{ id: ignored, defect_number: ignored, files: ignored, comments: ignored, last_comment: ignored },
  ...{ created_by: ignored, created_by_name: ignored, created_at: ignored, updated_at: ignored },
}

const DefectNew = z.strictObject({
  defect_description: description,
  severity: oneOf(SEVERITIES),
  category: oneOf(DEFECT_CATEGORIES),
  /** Today unless told. */
  detected_on: keptDate,
  ...noted,
  ...files,
})
export type DefectNew = z.output<typeof DefectNew>

const DefectPatch = z.strictObject({
  status: z.enum(DEFECT_STATUSES).optional(),
  category: z.enum(DEFECT_CATEGORIES).optional(),
  detected_on: calendarDate.optional(),
  /** Said of it in the same act. */
  comment: kept(COMMENT_CHARS_MAX),
  // The fields of superadmins.
  defect_description: description.optional(),
  severity: z.enum(SEVERITIES).optional(),
  ...noted,
  tester_comments: kept(DESCRIPTION_CHARS_MAX),
  tested_by: kept(NAME_CHARS_MAX),
  dev_due_date: keptDate,
  assigned_to: kept(NAME_CHARS_MAX),
  closing_date: keptDate,
  root_cause: kept(NAME_CHARS_MAX),
  other_root_cause: kept(TEXT_CHARS_MAX),
  resolution: kept(DESCRIPTION_CHARS_MAX),
  ...files,
  modified_at: seenAt,
  ...answered,
})
export type DefectPatch = z.output<typeof DefectPatch>

export const DEFECT_SORT_KEYS = [
  ...(['defect_number', 'defect_description', 'severity', 'category', 'status', 'detected_on'] as const),
  ...(['assigned_to', 'created_by_name', 'created_at', 'updated_at'] as const),
] as const
export type DefectSortKey = (typeof DEFECT_SORT_KEYS)[number]
const ORDERINGS = DEFECT_SORT_KEYS.flatMap((key) => [key, `-${key}`] as const)

export const DEFECT_PAGE_SIZES = [50, 100, 200] as const
const [SIZE, , SIZE_MAX] = DEFECT_PAGE_SIZES

const filters = {
  status: oneOf(DEFECT_STATUSES),
  exclude_status: commaList,
  category: oneOf(DEFECT_CATEGORIES),
}
/** `-` before a name: from the end. Empty: the newest first. */
const ordering = z.union([z.literal('').transform(() => undefined), z.enum(ORDERINGS)]).optional()

const base = '/einvoice/api/v1/support/'
const path = `${base}defects/`
const params = z.object({ id: uuid('Not a defect id.') })
const READS: readonly EndpointName[] = ['defects.list', 'defects.get']

const report = {
  method: 'GET',
  access: loggedIn,
  query: z.object(filters),
  reply: 'file',
} as const

/** What is wrong with the portal, or missing in it: open to everybody who signs in (specification 3 §1, §7). */
export const defects = {
  list: endpoint({
    id: 'defects.list',
    method: 'GET',
    path,
    access: loggedIn,
    query: z.object({ ...filters, ordering, page, page_size: pageSize(SIZE, SIZE_MAX) }),
    reply: listOf(Defect),
  }),
  /** One with everything that was said of it. */
  get: endpoint({
    id: 'defects.get',
    method: 'GET',
    path: `${path}:id/`,
    access: loggedIn,
    params,
    reply: Defect,
  }),
  create: endpoint({
    id: 'defects.create',
    idempotent: true,
    changes: READS,
    method: 'POST',
    path,
    access: loggedIn,
    form: DefectNew,
    json_too: true,
    body_bytes_max: SCREENSHOT_BYTES_MAX + ATTACHMENT_BYTES_MAX + TEXTS_BYTES_MAX,
    status: 201,
    reply: Defect,
  }),
  /** Changes what is sent and leaves the rest. Texts are a superadmin's to change; files are added, never replaced. */
  update: endpoint({
    id: 'defects.update',
    idempotent: true,
    changes: READS,
    method: 'PATCH',
    path: `${path}:id/`,
    access: loggedIn,
    params,
    form: DefectPatch,
    json_too: true,
    body_bytes_max: SCREENSHOT_BYTES_MAX + ATTACHMENT_BYTES_MAX + TEXTS_BYTES_MAX,
    status: 200,
    reply: Defect,
  }),
  addComment: endpoint({
    id: 'defects.addComment',
    idempotent: true,
    changes: READS,
    method: 'POST',
    path: `${path}:id/add_comment/`,
    access: loggedIn,
    params,
    body: z.strictObject({
      comment: line(COMMENT_CHARS_MAX).refine((value) => !isBlank(value), 'Please enter a comment.'),
    }),
    status: 201,
    reply: Comment,
  }),
  /** A screenshot or an attachment, to be saved: no browser shows it by itself. */
  file: endpoint({
    id: 'defects.file',
    method: 'GET',
    path: `${path}:id/files/:file_id/`,
    access: loggedIn,
    params: params.extend({ file_id: uuid('Not a file id.') }),
    reply: 'file',
  }),
  /** Those that match as `defect_report.xlsx`; all of them without a filter. */
  report: endpoint({ id: 'defects.report', path: `${base}export/`, ...report }),
  /** The same at its other address: the specification names it below the base, its clients below the list. */
  exported: endpoint({ id: 'defects.exported', path: `${path}export/`, ...report }),
}
