import { type CalendarDate, isCalendarDate } from '#domain/time/dates.ts'
import { monthNamed } from '#domain/time/months.ts'

/** Reads a date as people in Malaysia type it, day first; null when it is no real date. */
export const readDate = (text: string): CalendarDate | null => {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s/.,-]+/)
  const [first = '', second = '', third = ''] = parts
  if (parts.length !== 3) return null
  const yearFirst = first.length === 4
  const [day, month, year] = yearFirst ? [third, second, first] : [first, second, third]
  const date = [
    year.length === 2 ? `20${year}` : year,
    String(monthNamed(month) ?? month).padStart(2, '0'),
    day.padStart(2, '0'),
  ].join('-')
  return isCalendarDate(date) ? date : null
}
