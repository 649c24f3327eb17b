import type { TaxDocument } from '../documents/document.ts'
import { AMOUNT_CHECKS } from './amounts.ts'
import type { Check, CheckContext, Finding } from './check.ts'
import { HEADER_CHECKS } from './header.ts'
import { LINE_CHECKS } from './lines.ts'
import { PARTY_CHECKS } from './parties.ts'

/** Every published rule that a document meets before it is stored, and again before it is sent. */
export const CHECKS: readonly Check[] = [...HEADER_CHECKS, ...PARTY_CHECKS, ...LINE_CHECKS, ...AMOUNT_CHECKS]

/** All findings of all checks in force today, in the order of the form. */
export const checkDocument = (document: TaxDocument, context: CheckContext): Finding[] =>
  CHECKS.filter((check) => !check.since || check.since <= context.today).flatMap((check) =>
    check.find(document, context).map((finding) => ({ code: check.code, ...finding })),
  )

const LINES_SHOWN_MAX = 20

/** Findings as a status message says them: a line each, beginning with the form's field. */
export const inWords = (findings: readonly Finding[]): string => {
  const lines = [...new Set(findings.map(({ field, message }) => `${field}: ${message}`))]
  const more = lines.length - LINES_SHOWN_MAX
  return [...lines.slice(0, LINES_SHOWN_MAX), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n')
}
