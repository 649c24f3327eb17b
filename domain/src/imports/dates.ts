import { addDays, isCalendarDate } from '../time/dates.ts'
import { monthNamed } from '../time/months.ts'
import type { Read } from './read.ts'

/** Begun at the first of the blanks alone, as `BEHIND_DATE` in `faults/repairs.ts` is. */
const MIDNIGHT = /(?<![T ])[T ]+0{1,2}:00(?::00(?:\.0+)?)?(?:Z|\+08:00)?$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
/** Its month is none where the day is written first, until the year 2100. */
const IN_DIGITS = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
const MONTH_IN_WORDS = /^(\d{1,2})[-/. ]+(\p{L}{3,9})[-/., ]+(\d{4})$/u
const SHORT_YEAR = /^\d{1,2}[-/. ]+(?:\d{1,2}|\p{L}{3,9})[-/., ]+\d{2}$/u
const SERIAL = /^\d{5}(?:\.\d+)?$/
/** Day 0 of spreadsheets, which count a 29 February 1900 that never was. */
export const SERIAL_START = '1899-12-30'

const HOW = 'Write it as 2026-11-22 or 22/11/2026.'

/** A date as people and spreadsheets write it, the day before the month: as `YYYY-MM-DD`. */
export const readDate = (text: string): Read => {
  const day = text.replace(MIDNIGHT, '')
  const found = partsOf(day)
  if (found && isCalendarDate(found)) return { value: found }
  if (SERIAL.test(text)) return { message: serialInWords(text) }
  if (SHORT_YEAR.test(day)) return { message: `The year of ${text} has two digits. ${HOW}` }
  return { message: `${text} is no date that can be read. ${HOW}` }
}

const partsOf = (text: string): string | undefined => {
  const year_first = YEAR_FIRST.exec(text) ?? IN_DIGITS.exec(text)
  if (year_first) return dateOf(year_first[1], year_first[2], year_first[3])
  const [, day, month, year] = DAY_FIRST.exec(text) ?? MONTH_IN_WORDS.exec(text) ?? []
  if (month === undefined) return undefined
  return dateOf(year, String(monthNamed(month) ?? month), day)
}

const dateOf = (year = '', month = '', day = '') =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const AS_DATE = 'Format the column as a date and save the file again.'

const serialInWords = (text: string) =>
  `${text} is a date as spreadsheets count days (${addDays(SERIAL_START, Math.floor(Number(text)))}). ${AS_DATE}`
