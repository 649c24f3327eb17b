import { type Frequency, formatWindow, type Window } from '../reports/windows.ts'
import type { LetterWords } from './words.ts'

/** `report` is the name of the run. */
type Scheduled = { name: string; report: string; frequency: Frequency | null }

/** The words of a mail about a scheduled report that is there; `window`: the days that it covers, where it has some. */
export const readyWords = ({
  name,
  report,
  frequency,
  window,
  days,
}: Scheduled & { window: Window | undefined; days: number }): LetterWords => ({
  subject: `Report: ${report}`,
  paragraphs: [
    `Hello ${name},`,
    window
      ? `your ${frequency} report “${report}” is ready: documents with an invoice date of ${formatWindow(window)}.`
      : `your ${frequency} report “${report}” is ready.`,
    `It lies under Reports, Past Requested Reports, for ${days} days. You sign in to download it.`,
  ],
  link: 'Reports',
})

/** The words of a mail about a schedule that failed so many `times` in a row. */
export const failuresWords = ({
  name,
  report,
  frequency,
  times,
  fault,
}: Scheduled & { times: number; fault: string }): LetterWords => ({
  subject: `Your scheduled report fails: ${report}`,
  paragraphs: [
    `Hello ${name},`,
    `your ${frequency} report failed ${times} times in a row, the last time as “${report}”.`,
    `The reason was: ${fault}`,
    'It goes on trying when it is due. Under Reports you may try it again, or delete it.',
  ],
  link: 'Reports',
})
