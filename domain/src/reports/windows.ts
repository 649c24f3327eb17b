import type { Language } from '../language/languages.ts'
import {
  addDays,
  type CalendarDate,
  firstOfMonth,
  formatDate,
  lastOfMonth,
  malaysianDate,
  malaysianTime,
  startOfDay,
} from '../time/dates.ts'
import { HOUR_MS } from '../time/units.ts'

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** The days that a report covers; both count. */
export type Window = { from: CalendarDate; to: CalendarDate }

/** A run of a schedule: when it is due, and what it covers. */
export type Run = Window & { at: Date }

/** Reports are sent at 06:00 in Malaysia (decisions.md §9). */
const SENT_MS = 6 * HOUR_MS

/** The first run of a schedule after an instant. */
export const nextRun = (frequency: Frequency, after: Date): Run => {
  const day = runDay(frequency, malaysianDate(after))
  const run = runOn(frequency, day)
  return run.at > after ? run : runOn(frequency, followingRunDay(frequency, day))
}

/** The first so many of them. */
export const nextRuns = (frequency: Frequency, after: Date, count: number): Run[] => {
  const runs: Run[] = []
  for (let last = after; runs.length < count; last = runs.at(-1)?.at ?? last) {
    runs.push(nextRun(frequency, last))
  }
  return runs
}

/** The last day, week or month that is over at an instant. */
export const lastWindow = (frequency: Frequency, now: Date): Window => {
  const { from, to } = runOn(frequency, runDay(frequency, malaysianDate(now)))
  return { from, to }
}

/** The last day on which a run is due, up to and with this one. */
const runDay = (frequency: Frequency, day: CalendarDate): CalendarDate => {
  if (frequency === 'daily') return day
  return frequency === 'weekly' ? addDays(day, -daysAfterMonday(day)) : firstOfMonth(day)
}

const followingRunDay = (frequency: Frequency, run_day: CalendarDate): CalendarDate => {
  if (frequency === 'monthly') return addDays(lastOfMonth(run_day), 1)
  return addDays(run_day, frequency === 'weekly' ? 7 : 1)
}

const runOn = (frequency: Frequency, run_day: CalendarDate): Run => {
  const to = addDays(run_day, -1)
  const from = frequency === 'monthly' ? firstOfMonth(to) : addDays(run_day, frequency === 'weekly' ? -7 : -1)
  return { at: new Date(startOfDay(run_day).getTime() + SENT_MS), from, to }
}

const weekday = (day: CalendarDate) => new Date(`${day}T00:00:00Z`).getUTCDay()

const daysAfterMonday = (day: CalendarDate) => (weekday(day) + 6) % 7

const WEEKDAYS: Record<Language, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  ms: ['Ahd', 'Isn', 'Sel', 'Rab', 'Kha', 'Jum', 'Sab'],
}

/** "Mon 23 Nov 2026 06:00 MYT"; in Malay "Isn 23 Nov 2026 06:00 MYT". */
export const formatRunAt = (at: Date, language: Language = 'en'): string => {
  const day = malaysianDate(at)
  const name = WEEKDAYS[language][weekday(day)] ?? ''
  return `${name} ${formatDate(day, language)} ${malaysianTime(at).slice(0, 5)} MYT`
}

/** "16–22 Nov 2026", "26 Oct – 1 Nov 2026", "28 Dec 2026 – 3 Jan 2027", "22 Nov 2026". */
export const formatWindow = ({ from, to }: Window, language: Language = 'en'): string => {
  const [begins, ends] = [formatDate(from, language), formatDate(to, language)]
  if (from === to) return ends
  if (firstOfMonth(from) === firstOfMonth(to)) return `${Number(from.slice(8))}–${ends}`
  return `${yearOf(from) === yearOf(to) ? withoutYear(begins) : begins} – ${ends}`
}

/** What a run covers, "16–22 Nov": the year stands there only where it is another one than that of the run. */
export const formatCovered = (run: Run, language: Language = 'en'): string => {
  const covered = formatWindow(run, language)
  return yearOf(run.from) === yearOf(malaysianDate(run.at)) ? withoutYear(covered) : covered
}

const yearOf = (day: CalendarDate) => day.slice(0, 4)

const withoutYear = (words: string) => words.replace(/ \d{4}$/, '')
