import { DocumentWrite } from '#contract/intake.ts'
import { type Change, normaliseIdentity } from '#domain/identity/normalise.ts'
import { invalidInput } from '../platform/http/read-input.ts'

/** A payload as it is taken, and what was written otherwise than it came. */
export type Parsed = { payload: DocumentWrite; changes: Change[] }

/**
 * One payload read by the contract, its customer's identity written as the authority takes it. Throws invalid_fields
 * with dotted paths, unknown fields included.
 */
export const parseDocument = (raw: unknown): Parsed => {
  const read = DocumentWrite.safeParse(raw)
  if (!read.success) throw invalidInput(read.error)
  const { party: customer, changes } = normaliseIdentity(read.data.customer)
  return {
    payload: { ...read.data, customer },
    changes: changes.map((change) => ({ ...change, field: `customer.${change.field}` })),
  }
}
