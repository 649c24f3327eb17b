import { isConsolidated, isSelfBilled, type Party, type TaxDocument } from '../documents/document.ts'
import type { Check, PartyFind } from './check.ts'

const SIDES = [
  { side: 'sender', at: (field: string) => `sender.${field}` },
  { side: 'customer', at: (field: string) => `customer.${field}` },
] as const

export const GENERAL_PUBLIC = 'EI00000000010'

export const isWithoutNumber = (p: Party) => p.identity_type === 'NA' || p.identity_number === 'NA'

/** Consolidated self-billed documents bear whatever classification fits: their supplier tells what they are. */
const isOfThePublic = ({ invoice_type, customer }: TaxDocument) =>
  isSelfBilled(invoice_type) && customer.tin_no === GENERAL_PUBLIC && isWithoutNumber(customer)

/** A rule of one party, which holds for both of a document's, each under its own path. */
export const both = (of_party: PartyFind): Pick<Check, 'find' | 'of_party'> => ({
  of_party,
  find: (d, days) => {
    const consolidated = isConsolidated(d.items) || isOfThePublic(d)
    return SIDES.flatMap(({ side, at }) => of_party(d[side], at, { side, consolidated, ...days }))
  },
})
