type Rule = {
  /** From when it holds: an instant. */
  since: string
  /** What it answers with. */
  codes: string
  source: string
}

/** What the authority began to ask for, or was seen to, at an instant. The README prints this table. */
export const RULES = {
  exchangeRate: {
    since: '2025-09-01T00:00:00+08:00',
    codes: 'DC511, DC512',
    source: 'release note: mandatory in production when the currency is not MYR',
  },
  stateOfConsolidated: {
    since: '2026-04-30T00:00:00+08:00',
    codes: 'CV317',
    source: 'release note of 30 Apr 2026',
  },
  realNumbers: {
    since: '2026-08-01T00:00:00+08:00',
    codes: 'ERR205',
    source: 'release note of 12 Jun 2026; seen in production since',
  },
  links: {
    since: '2026-08-01T00:00:00+08:00',
    codes: 'a link in the messages of the background steps',
    source: 'answers recorded after July 2026',
  },
  strictDates: {
    since: '2026-08-14T21:33:00+08:00',
    codes: 'DateExpected, TimeExpected',
    source: 'seen in production: last success 20:43, first failure 21:33; no release note',
  },
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES

/** Whether a rule holds at an instant, UTC ms. */
export const isInForce = (rule: RuleName, now: number): boolean => now >= Date.parse(RULES[rule].since)

type DatedCode = {
  list: string
  code: string
  /** Issue dates, both included. */
  since?: string
  until?: string
}

/** Codes that were not always listed, by issue date. Source: the authority's release notes, read 23 Jul 2026. */
export const DATED_CODES: readonly DatedCode[] = [
  { list: 'StateCodes', code: '00', until: '2025-06-12' },
  { list: 'UnitTypes', code: 'GT', since: '2024-12-28' },
  { list: 'CurrencyCodes', code: 'CNH', since: '2025-05-16' },
  { list: 'CountryCodes', code: 'CRM', since: '2025-07-08' },
  { list: 'CountryCodes', code: 'SCT', since: '2025-07-08' },
  { list: 'UnitTypes', code: 'HAR', since: '2026-04-10' },
  { list: 'DocumentTypeVersions', code: '1.2', since: '2026-07-07', until: '2027-12-31' },
  { list: 'DocumentTypeVersions', code: '1.3', since: '2026-07-07', until: '2027-12-31' },
]

/** Whether a code of a list was active on an issue date. */
export const isActive = (list: string, code: string, issue_date: string): boolean => {
  const dated = DATED_CODES.find((one) => one.list === list && one.code === code)
  return (dated?.since ?? issue_date) <= issue_date && issue_date <= (dated?.until ?? issue_date)
}
