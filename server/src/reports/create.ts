import { appliedFilters } from '#contract/reports/filters.ts'
import type { Report, ReportWrite } from '#contract/reports/reports.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { type Frequency, formatWindow, nextRun } from '#domain/reports/windows.ts'
import { type CalendarDate, formatDate, malaysianDate } from '#domain/time/dates.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Tx } from '../platform/db/database.ts'
import { beginRun } from './begin.ts'
import { countSchedules } from './find.ts'
import { storesWithin } from './scope.ts'
import { on } from './tables.ts'
import { tellCore } from './tell.ts'
import { refuseUnknownWords } from './unknown-words.ts'

type By = { tx: Tx; caller: UserCaller; now: Date; public_url: string }

/** So many schedules one person may have. */
const SCHEDULES_MAX = 50

export const BACKWARDS = 'The last day lies before the first one.'
export const NO_COMPANY = 'This is none of your companies.'
export const NO_DEPARTMENT = 'You have none of these departments in this company.'

/**
 * Has a report made at once, or again and again. Throws invalid_fields without any filter, for words that name nothing,
 * for a company that is none of the caller's and for departments that it has not, and conflict while the caller's last
 * report is being made, or with too many schedules.
 */
export const createReport = async (by: By, wanted: ReportWrite): Promise<Report> => {
  const { filters } = wanted
  if (wanted.report_type === 'adhoc' && Object.keys(appliedFilters(filters)).length === 0) {
    throw invalidFields({ filters: ['Please choose at least one filter.'] })
  }
  const { invoice_date__gte: from, invoice_date__lte: to } = filters
  if (from && to && from > to) {
    throw invalidFields({ 'filters.invoice_date__lte': [BACKWARDS] })
  }
  refuseUnknownWords(filters)
  const placed = { ...wanted, filters: { ...filters, sender_entity_code: await companyOf(by, wanted) } }
  const of_departments = filters.sender_store_code.length > 0
  if (of_departments && (await storesWithin(by.tx, by.caller, placed.filters)).length === 0)
    throw invalidFields({ 'filters.sender_store_code': [NO_DEPARTMENT] })
  const { frequency } = placed
  return frequency && placed.report_type === 'scheduled'
    ? schedule(by, { ...placed, frequency })
    : request(by, placed)
}

/** The named company; of somebody who has one company it is that one, also when others are added later. */
const companyOf = async ({ tx, caller }: By, { filters }: ReportWrite): Promise<string> => {
  const entities = await senderEntities(tx, caller)
  const { sender_entity_code: wanted } = filters
  if (wanted === '') return entities.length === 1 ? (entities[0]?.entity_code ?? '') : ''
  if (entities.some(({ entity_code }) => entity_code === wanted)) return wanted
  throw invalidFields({ 'filters.sender_entity_code': [NO_COMPANY] })
}

const request = async ({ tx, caller, now, public_url }: By, wanted: ReportWrite): Promise<Report> => {
  const { filters, format } = wanted
  const row = await beginRun(tx, {
    ...{ user_id: caller.user_id, origin: 'adhoc', format, skip_when_empty: false, created_at: now },
    name: wanted.name || `Invoices, ${daysOf(daysAsked(filters), now)}`,
    filters: JSON.stringify(filters),
  })
  if (!row) throw conflict('report_running', 'A report is being generated. Please wait until it is done.')
  return tellCore(row, public_url)
}

const daysAsked = ({ invoice_date__gte: from, invoice_date__lte: to }: ReportWrite['filters']) => ({
  from,
  to,
})

type Days = { from: CalendarDate | '' | null | undefined; to: CalendarDate | '' | null | undefined }

/** The days that it covers, as far as they are said; else the day on which it is asked for. */
export const daysOf = ({ from, to }: Days, now: Date): string => {
  if (from && to) return formatWindow({ from, to })
  if (from) return `from ${formatDate(from)}`
  return to ? `until ${formatDate(to)}` : formatDate(malaysianDate(now))
}

const schedule = async (
  { tx, caller, now, public_url }: By,
  { name, frequency, format, filters, skip_when_empty }: ReportWrite & { frequency: Frequency },
): Promise<Report> => {
  const { user_id } = caller
  if ((await countSchedules(tx, user_id)) >= SCHEDULES_MAX) {
    throw conflict(
      'too_many_schedules',
      `At most ${SCHEDULES_MAX} scheduled reports are possible. Delete one.`,
    )
  }
  const row = await on(tx)
    .insertInto('report_schedules')
    .values({
      ...{ user_id, frequency, format, skip_when_empty, created_at: now },
      name: name || NAMES[frequency],
      // Each run has days of its own.
      filters: JSON.stringify({ ...filters, invoice_date__gte: null, invoice_date__lte: null }),
      next_run_at: nextRun(frequency, now).at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return tellCore({ ...row, file_key: null }, public_url)
}

const NAMES: Record<Frequency, string> = {
  daily: 'Daily invoices',
  weekly: 'Weekly invoices',
  monthly: 'Monthly invoices',
}
