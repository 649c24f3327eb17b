import type { CustomerWrite } from '#contract/customers.ts'
import { checkCustomer } from '#domain/checks/all.ts'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { invalidFindings } from '#domain/problems.ts'
import { toCountry, toState } from '#domain/shaping/codes.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { randomDigits } from '../platform/crypto/random-digits.ts'

/** What the audit log tells of a customer. */
export const TOLD = [
  ...PARTY_FIELDS.filter((field) => field !== 'entity_code'),
  ...(['contact_person', 'contact_reference', 'bank_number', 'is_supplier'] as const),
] as const

/**
 * What a person said of a customer, its identity as the authority writes it, codes for names. Throws invalid_fields
 * with all that the rules of the authority find.
 */
export const judgeCustomer = (input: CustomerWrite, now: Date) => {
  const { id, image, entity_code, source_ui, tin_answer, changes: _, sender_entity_code, ...rest } = input
  const { sender_entity_id: _e, modified_at, state_display, country_display, ...said } = rest
  const { party, changes } = normaliseIdentity({
    ...said,
    entity_code: '',
    state: toState(said.state || state_display),
    country: toCountry(said.country || country_display || 'MYS'),
  })
  const findings = checkCustomer(party, { today: malaysianDate(now) })
  if (findings.length > 0) throw invalidFindings(findings)
  const { entity_code: _c, ...kept } = party
  return { customer: kept, changes }
}

/** A customer as it was judged: what is kept of it. */
export type JudgedCustomer = ReturnType<typeof judgeCustomer>['customer']

/** The same as the row of a company, under a new code of its own. */
export const madeHere = (customer: JudgedCustomer, sender_entity_id: string) => ({
  ...customer,
  ...{ sender_entity_id, entity_code: randomDigits(CODE_DIGITS), source_ui: true },
})

/** Specification 2 §9. */
const CODE_DIGITS = 16
