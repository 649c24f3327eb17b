import { isConsolidated, isOfThePublic } from '../documents/document.ts'
import type { Check, PartyFind } from './check.ts'

const SIDES = [
  { side: 'sender', at: (field: string) => `sender.${field}` },
  { side: 'customer', at: (field: string) => `customer.${field}` },
] as const

/** A rule of one party, which holds for both of a document's, each under its own path. */
export const both = (of_party: PartyFind): Pick<Check, 'find' | 'of_party'> => ({
  of_party,
  find: (d, days) => {
    const consolidated = isConsolidated(d.items) || isOfThePublic(d)
    return SIDES.flatMap(({ side, at }) => of_party(d[side], at, { side, consolidated, ...days }))
  },
})
