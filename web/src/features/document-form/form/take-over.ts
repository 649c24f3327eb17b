import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { PARTY_NAMES, type PartyName } from '../../../widgets/party/labels.ts'
import { isAt } from './errors.ts'
import type { FormParty } from './state.ts'
import type { FormStore } from './store.ts'

/** A field of a party, as one has it and as the other has it. */
export type Difference = { field: PartyName; from: string; to: string }

/** What would be written otherwise of two parties, in the order of a form; a blank that is dropped is nothing. */
export const differences = (from: FormParty, to: FormParty): Difference[] => {
  const before = normaliseIdentity(from).party
  const after = normaliseIdentity(to).party
  return PARTY_NAMES.map((field) => ({
    field,
    from: before[field].trim(),
    to: after[field].trim(),
  })).filter((one) => one.from !== one.to)
}

/** Puts a party in the customer's place, as if each field that differs were typed: what was said of it is answered. */
export const takeOver = (store: FormStore, party: FormParty): void => {
  const { customer } = store.get().form
  const fields = customer ? differences(customer, party).map(({ field }) => `customer.${field}`) : []
  store.change((form) => ({ ...form, customer: party }), isAt(...fields))
}
