import { type CalendarDate, isCalendarDate } from '#domain/time/dates.ts'

/** In English and in Malay: either is read, whatever the language of the screens. */
const MONTHS = [
  ...[
    ['january', 'januari'],
    ['february', 'februari'],
    ['march', 'mac'],
    ['april'],
    ['may', 'mei'],
    ['june', 'jun'],
  ],
  ...[['july', 'julai'], ['august', 'ogos'], ['september'], ['october', 'oktober'], ['november']],
  ['december', 'disember'],
]

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
  const month_number = /^[a-z]{3,9}$/.test(month)
    ? MONTHS.findIndex((names) => names.some((name) => name.startsWith(month))) + 1
    : Number(month)
  const date = [
    year.length === 2 ? `20${year}` : year,
    String(month_number).padStart(2, '0'),
    day.padStart(2, '0'),
  ].join('-')
  return isCalendarDate(date) ? date : null
}
