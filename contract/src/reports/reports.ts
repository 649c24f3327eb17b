import { z } from 'zod'
import { FREQUENCIES } from '#domain/reports/windows.ts'
import { ListFilters } from '../document-rows.ts'
import { anyOf, type EndpointName, endpoint } from '../endpoint.ts'
import { calendarDate, instant, listOf, optionalFlag, page, pageSize, text, uuid } from '../fields.ts'
import { ReportFilters, ReportFiltersTold } from './filters.ts'
import { ListNarrowedTold } from './list-filters.ts'

const REPORT_TYPES = ['adhoc', 'scheduled'] as const
const REPORT_FORMATS = ['csv', 'xlsx'] as const
export const REPORT_NAME_CHARS_MAX = 100

/** `skipped`: there was nothing to report, and its schedule wants no empty reports. */
const REPORT_STATES = ['waiting', 'running', 'done', 'skipped', 'failed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** Whoever may take documents away as files; the menu asks the same (specification 1 §6). */
const reader = anyOf('can_export_csv', 'can_view_all')

const format = z.enum(REPORT_FORMATS, 'Please choose CSV or XLSX.').default('csv')

export const ReportWrite = z
  .strictObject({
    report_type: z.enum(REPORT_TYPES, 'Please send adhoc or scheduled.'),
    /** Of scheduled reports alone. */
    frequency: z.enum(FREQUENCIES, 'Please choose daily, weekly or monthly.').nullish(),
    filters: ReportFilters,
    /** CSV unless told. */
    format,
    /** What it is called; empty: after its frequency. */
    name: text(REPORT_NAME_CHARS_MAX),
    /** True: where there is nothing to report, nothing is sent. Of scheduled reports alone. */
    skip_when_empty: optionalFlag.transform((flag) => flag ?? false),
  })
  .refine(({ report_type, frequency }) => report_type === 'adhoc' || frequency, {
    path: ['frequency'],
    message: 'Please choose how often: daily, weekly or monthly.',
  })
export type ReportWrite = z.output<typeof ReportWrite>

/** The list's filters, as its own call takes them. A filter that is not known would be none, and all would be in it. */
const ListExport = z.strictObject({ filters: ListFilters.strict(), format })
export type ListExport = z.output<typeof ListExport>

const Report = z.object({
  id: z.string(),
  name: z.string(),
  report_type: z.enum(REPORT_TYPES),
  frequency: z.enum(FREQUENCIES).nullable(),
  last_sent: instant.nullable(),
  /** The address of the last file that there is. */
  generated_file: z.string().nullable(),
  filters: ReportFiltersTold,
  format: z.enum(REPORT_FORMATS),
})
export type Report = z.infer<typeof Report>

/** A report that was, or is being, made. */
export const RequestedReport = Report.extend({
  /** Of the list's own export what narrowed the list; `filters` has nothing then. Null: a report. */
  list_filters: ListNarrowedTold.nullable(),
  state: z.enum(REPORT_STATES),
  /** How many documents were written so far, and how many there are; 0 while that is not known. */
  rows: z.int(),
  rows_total: z.int(),
  /** Why it failed, in words; empty otherwise. */
  fault: z.string(),
  created_at: instant,
  finished_at: instant.nullable(),
  /** The file was deleted, being old. */
  file_removed: z.boolean(),
})
export type RequestedReport = z.infer<typeof RequestedReport>

/** `paused`: its owner's account is deactivated. `failing`: its last run failed. */
const SUBSCRIPTION_STATES = ['active', 'paused', 'failing'] as const

const RunTold = RequestedReport.pick({
  ...{ id: true, state: true, rows: true, rows_total: true, fault: true, created_at: true },
})

/** A schedule. Those of others are told to superadmins alone. */
export const Subscription = Report.extend({
  frequency: z.enum(FREQUENCIES),
  skip_when_empty: z.boolean(),
  owner: z.string(),
  is_own: z.boolean(),
  state: z.enum(SUBSCRIPTION_STATES),
  /** When it runs next, and the days that this run covers. */
  next_run: z.object({ at: instant, from: calendarDate, to: calendarDate }),
  last_run: RunTold.nullable(),
})
export type Subscription = z.infer<typeof Subscription>

const READS: readonly EndpointName[] = ['reports.scheduled', 'reports.requested']
const path = '/api/v1/notifications/reports/'
const params = z.object({ id: uuid('Not a report id.') })
const Detail = z.object({ detail: z.string() })

/** Reports of documents as files, once or again and again (decisions/034). */
export const reports = {
  /** One adhoc report of a person is made at a time: another one meanwhile is the conflict `report_running`. */
  create: endpoint({
    id: 'reports.create',
    idempotent: true,
    changes: READS,
    method: 'POST',
    path,
    access: reader,
    body: ReportWrite,
    status: 201,
    reply: Report,
  }),
  /**
   * The list's own export (`documents.report`, `documents.workbook`), as a report: the same file, which is made while
   * nobody waits. It is an adhoc report, of which a person has one made at a time.
   */
  ofList: endpoint({
    id: 'reports.ofList',
    idempotent: true,
    changes: READS,
    method: 'POST',
    path: `${path}list/`,
    access: reader,
    body: ListExport,
    status: 201,
    reply: RequestedReport,
  }),
  /** One's own schedules; to superadmins all of them. The newest first. */
  scheduled: endpoint({
    id: 'reports.scheduled',
    method: 'GET',
    path: `${path}scheduled/`,
    access: reader,
    reply: z.array(Subscription),
  }),
  /** One's own reports that were made, at once or by a schedule. The newest first. */
  requested: endpoint({
    id: 'reports.requested',
    method: 'GET',
    path: `${path}adhoc/`,
    access: reader,
    query: z.object({ page, page_size: pageSize(10, 50) }),
    reply: listOf(RequestedReport),
  }),
  /** A schedule, or a report with its file. */
  remove: endpoint({
    id: 'reports.remove',
    changes: READS,
    method: 'DELETE',
    path: `${path}:id/delete/`,
    access: reader,
    params,
    reply: Detail,
  }),
  /**
   * Sends its owner at once what the schedule would send: the last day, week or month that is over. While the account
   * of the owner is deactivated the conflict `report_paused`.
   */
  sendNow: endpoint({
    id: 'reports.sendNow',
    changes: READS,
    method: 'POST',
    path: `${path}:id/send/`,
    access: reader,
    params,
    reply: Detail,
  }),
  /** Makes a report that failed once more; `report_paused` as with `sendNow`. */
  retry: endpoint({
    id: 'reports.retry',
    changes: READS,
    method: 'POST',
    path: `${path}:id/retry/`,
    access: reader,
    params,
    reply: Detail,
  }),
  /** The file. Refused (`scope_lost`) to whoever may no longer see a department that it has documents of. */
  download: endpoint({
    id: 'reports.download',
    method: 'GET',
    path: `${path}:id/download/`,
    access: reader,
    params,
    reply: 'file',
  }),
}
