import { type CalendarDate, formatDate as dateIn, formatInstant as instantIn } from '#domain/time/dates.ts'
import { spoken } from './i18n.ts'

/** "20 Nov 2026" in the language of the screens. */
export const formatDate = (date: CalendarDate): string => dateIn(date, spoken())

/** "20 Nov 2026, 14:05 MYT" in the language of the screens. */
export const formatInstant = (instant: Date): string => instantIn(instant, spoken())
