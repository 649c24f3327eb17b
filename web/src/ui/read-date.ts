import { type CalendarDate, isCalendarDate } from '#domain/time/dates.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

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
  const month_number = /^[a-z]{3,9}$/.test(month) ? MONTHS.indexOf(month.slice(0, 3)) + 1 : Number(month)
  const date = [
    year.length === 2 ? `20${year}` : year,
    String(month_number).padStart(2, '0'),
    day.padStart(2, '0'),
  ].join('-')
  return isCalendarDate(date) ? date : null
}
