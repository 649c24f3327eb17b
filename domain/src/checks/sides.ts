import { isConsolidated } from '../documents/document.ts'
import type { Check, PartyFind } from './check.ts'

type Side = 'sender' | 'customer'
const SIDES: readonly Side[] = ['sender', 'customer']

/** A rule of one party, which holds for both of a document's, each under its own path. */
export const both = (of_party: PartyFind): Pick<Check, 'find' | 'of_party'> => ({
  of_party,
  find: (d, { today }) => {
    const consolidated = isConsolidated(d.items)
    return SIDES.flatMap((side) =>
      of_party(d[side], (field) => `${side}.${field}`, { side, today, consolidated }),
    )
  },
})
