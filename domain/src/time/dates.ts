import type { Language } from '../language/languages.ts'
import { DAY_MS, HOUR_MS } from './units.ts'

/**
 * Malaysia keeps UTC+8 all year. An instant is a `Date`; a calendar date is text `YYYY-MM-DD` and means the
 * Malaysian day (decisions.md §4).
 */
export type CalendarDate = string

const OFFSET_MS = 8 * HOUR_MS
const MONTHS: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  ms: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ogos', 'Sep', 'Okt', 'Nov', 'Dis'],
}

/** The Malaysian calendar date of an instant. */
export const malaysianDate = (instant: Date): CalendarDate =>
  new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10)

/** The Malaysian wall-clock time of an instant, `HH:MM:SS`. */
export const malaysianTime = (instant: Date): string =>
  new Date(instant.getTime() + OFFSET_MS).toISOString().slice(11, 19)

/** The instant at which a Malaysian day begins. */
export const startOfDay = (date: CalendarDate): Date => new Date(Date.parse(`${date}T00:00:00Z`) - OFFSET_MS)

/** Nothing that this product dates lies outside; PostgreSQL knows no year 0. */
const DATE_MIN = '1900-01-01'
const DATE_MAX = '2200-12-31'

/** What a person is told of a text that is no calendar date. */
export const NO_DATE = 'Please enter a real date from 1900 to 2200 (YYYY-MM-DD).'

/** Whether a text is a real day of the years 1900 to 2200, `YYYY-MM-DD`. */
export const isCalendarDate = (text: string): boolean => {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || text < DATE_MIN || text > DATE_MAX) return false
  return Number(month) >= 1 && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day before the first one of the next month; 0 where there is no such month. */
const daysIn = (year: number, month: number) =>
  month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate()

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const firstOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`

export const lastOfMonth = (date: CalendarDate): CalendarDate => {
  const [year = '1970', month = '01'] = date.split('-')
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
}

export const firstOfYear = (date: CalendarDate): CalendarDate => `${date.slice(0, 4)}-01-01`

export const lastOfYear = (date: CalendarDate): CalendarDate => `${date.slice(0, 4)}-12-31`

/** "20 Nov 2026"; in Malay "20 Dis 2026". */
export const formatDate = (date: CalendarDate, language: Language = 'en'): string => {
  const [year = '', month = '1', day = '1'] = date.slice(0, 10).split('-')
  return `${Number(day)} ${MONTHS[language][Number(month) - 1] ?? ''} ${year}`
}

/** "20 Nov 2026, 14:05 MYT". */
export const formatInstant = (instant: Date, language: Language = 'en'): string =>
  `${formatDate(malaysianDate(instant), language)}, ${malaysianTime(instant).slice(0, 5)} MYT`
