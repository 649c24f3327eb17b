import type { Party, TaxDocument } from '../documents/document.ts'
import type { FieldMessage } from '../problems.ts'
import { AMOUNT_CHECKS } from './amounts.ts'
import { type Check, type CheckContext, daysOf, type Finding, inForce } from './check.ts'
import { CONSOLIDATION_CHECKS } from './consolidation.ts'
import { DISCLOSURE_CHECKS } from './disclosure.ts'
import { HEADER_CHECKS } from './header.ts'
import { IDENTITY_CHECKS } from './identities.ts'
import { LINE_CHECKS } from './lines.ts'
import { PARTY_CHECKS } from './parties.ts'

/** Every published rule that a document meets before it is stored, and again before it is sent. */
export const CHECKS: readonly Check[] = [
  ...HEADER_CHECKS,
  ...DISCLOSURE_CHECKS,
  ...PARTY_CHECKS,
  ...IDENTITY_CHECKS,
  ...LINE_CHECKS,
  ...CONSOLIDATION_CHECKS,
  ...AMOUNT_CHECKS,
]

const refusing = CHECKS.filter(({ warns }) => !warns)
const warning = CHECKS.filter(({ warns }) => warns)

/** What keeps a document from being stored or sent: all findings of all checks in force, in the order of the form. */
export const checkDocument = (document: TaxDocument, context: CheckContext): Finding[] =>
  findingsOf(refusing, document, context)

/** What is told of a document to whoever makes or approves it, and stops nothing. */
export const warningsOf = (document: TaxDocument, context: CheckContext): Finding[] =>
  findingsOf(warning, document, context)

/**
 * What keeps a saved customer from standing on a document. One without a number (NA) is a buyer of consolidated
 * documents.
 */
export const checkCustomer = (customer: Party, context: CheckContext): Finding[] => {
  const consolidated = customer.identity_type === 'NA'
  const around = { side: 'customer' as const, consolidated, ...daysOf(context) }
  return refusing
    .filter((check) => inForce(check, context.today))
    .flatMap(({ code, of_party }) =>
      (of_party?.(customer, (field) => field, around) ?? []).map((finding) => ({ code, ...finding })),
    )
}

const findingsOf = (checks: readonly Check[], document: TaxDocument, context: CheckContext): Finding[] => {
  const findings: Finding[] = []
  const days = daysOf(context)
  for (const check of checks) {
    if (!inForce(check, days.today)) continue
    for (const finding of check.find(document, days)) findings.push({ code: check.code, ...finding })
  }
  return findings
}

const LINES_SHOWN_MAX = 20

/** Findings as a status message says them: a line each, beginning with the form's field. */
export const inWords = (findings: readonly FieldMessage[]): string => {
  const lines = [...new Set(findings.map(({ field, message }) => `${field}: ${message}`))]
  const more = lines.length - LINES_SHOWN_MAX
  return [...lines.slice(0, LINES_SHOWN_MAX), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n')
}
