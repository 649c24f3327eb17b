import type { Party, TaxDocument } from '../documents/document.ts'
import type { CalendarDate } from '../time/dates.ts'

/** What a check found: `field` is the payload's path (`items.0.unit_price`), `code` is stable and never reused. */
export type Finding = { code: string; field: string; message: string }

export type CheckContext = {
  /** Today in Malaysia: rules come into force by it. */
  today: CalendarDate
  /**
   * The issue date, by which the authority looks codes up: the day in UTC on which the document is sent, whatever date
   * the clerk gave it. Before it is sent that is not known yet, and they are looked up by today.
   */
  issue_date?: CalendarDate
}

/** Both days of a check: without an issue date it is today. */
export type Days = Required<CheckContext>
export const daysOf = ({ today, issue_date = today }: CheckContext): Days => ({ today, issue_date })

/**
 * One published rule. `since` is the first day on which the authority's production system enforces it
 * (Malaysian date); before it the check stays silent.
 */
export type Check = {
  code: string
  rule: string
  since?: CalendarDate
  /** What it finds is told, and stops nothing: the authority may take it, or is known to have taken it. */
  warns?: true
  find(document: TaxDocument, days: Days): { field: string; message: string }[]
  /** The same for one party alone, where the rule is about parties. */
  of_party?: PartyFind
}

/** Finds in one party; `at` gives the path of its field, and the rest is what matters of the document around it. */
export type PartyFind = (
  party: Party,
  at: (field: keyof Party) => string,
  around: Days & { side: 'sender' | 'customer'; consolidated: boolean },
) => { field: string; message: string }[]

export const found = (field: string, message: string) => [{ field, message }]
export const fine: { field: string; message: string }[] = []

/** A finding when the condition fails. */
export const must = (holds: boolean, field: string, message: string) => (holds ? fine : found(field, message))

export const within = (text: string, length_max: number, field: string, label: string) =>
  text.length <= length_max
    ? fine
    : found(field, `${label} may have at most ${length_max} characters; it has ${text.length}.`)

/** Whether a rule is in force on that day in Malaysia. */
export const inForce = ({ since }: Check, today: CalendarDate) => since === undefined || since <= today

/** The field-length rules announced for December 2025 hold in production since this day (release note 3 Jul 2026). */
export const LENGTHS_IN_FORCE: CalendarDate = '2026-08-15'

/** TIN and registration number are compared by the authority since this day (release note 12 Jun 2026). */
export const PAIRS_IN_FORCE: CalendarDate = '2026-08-01'
