import { DocumentWrite } from '#contract/intake.ts'
import { type Change, normaliseIdentity } from '#domain/identity/normalise.ts'
import { readAs } from '../platform/http/read-input.ts'

/** A payload as it is taken, and what was written otherwise than it came. */
export type Parsed = { payload: DocumentWrite; changes: Change[] }

/**
 * One payload read by the contract, its customer's identity written as the authority takes it. Throws invalid_fields
 * with dotted paths, unknown fields included.
 */
export const parseDocument = (raw: unknown): Parsed => {
  const read = readAs(DocumentWrite, raw)
  const { party: customer, changes } = normaliseIdentity(read.customer)
  return {
    payload: { ...read, customer },
    changes: changes.map((change) => ({ ...change, field: `customer.${change.field}` })),
  }
}
