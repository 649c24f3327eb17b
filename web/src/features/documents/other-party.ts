import { isSelfBilled } from '#domain/documents/document.ts'

/** Of two names printed on a document the one that is not the company's own: a self-billed one pays its supplier. */
export const otherParty = (invoice_type: string, supplier: string, buyer: string): string =>
  isSelfBilled(invoice_type) ? supplier : buyer
