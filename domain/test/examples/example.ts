import type { DocumentEntry } from '../../src/documents/document.ts'
import type { CalendarDate } from '../../src/time/dates.ts'
import { buildCustomer, buildLine } from '../build.ts'

/**
 * What one check accepts and refuses. Every refused document names the field at which the finding stands; each is
 * the valid document of `build.ts` but for these overrides.
 */
export type Example = {
  /** Where a check holds on other days alone; else 20 November 2026. */
  today?: CalendarDate
  passes: Partial<DocumentEntry>[]
  fails: [field: string, overrides: Partial<DocumentEntry>][]
}

export const withCustomer = (overrides: Parameters<typeof buildCustomer>[0]): Partial<DocumentEntry> => ({
  customer: buildCustomer(overrides),
})

export const withLine = (overrides: Parameters<typeof buildLine>[0]): Partial<DocumentEntry> => ({
  items: [buildLine(overrides)],
})
