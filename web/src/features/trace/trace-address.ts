import { readAddress, text } from '../../ui/address/read-address.ts'

/** Whose way is shown: a document by its number or id. */
export const traceAddress = { read: readAddress({ document: text }) }
