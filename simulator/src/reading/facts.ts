import Big from 'big.js'
import { childrenOf, type Element, find, textAt } from './element.ts'

export type PartyFacts = { tin: string; id_type: string; id_value: string; name: string }

/** What the authority keeps of a document besides its bytes. Totals are decimals in MYR. */
export type DocumentFacts = {
  type_code: string
  version: string
  number: string
  issue_date: string
  issue_time: string
  currency: string
  supplier: PartyFacts
  buyer: PartyFacts
  totals: { payable: string; excluding_tax: string; discount: string; net: string }
  references: { uuid: string; number: string }[]
  /** Every line carries classification 004, or the supplier of a self-billed one is the public without a number. */
  consolidated: boolean
}

/** Reads the facts of a document. Text that is not there is empty; numbers that are none count as zero. */
export const readFacts = (root: Element): DocumentFacts => {
  const text = (path: string): string => textAt(root, path)
  const type_code = text('InvoiceTypeCode')
  const supplier = readParty(find(root, 'AccountingSupplierParty/Party'))
  const rate = decimal(text('TaxExchangeRate/CalculationRate'))
  const inMyr = (path: string): string => {
    const amount = decimal(text(`LegalMonetaryTotal/${path}`))
    return (text('DocumentCurrencyCode') === 'MYR' || rate.eq(0) ? amount : amount.times(rate)).toFixed(2)
  }
  return {
    type_code,
    version: find(root, 'InvoiceTypeCode')?.attributes.get('listVersionID') ?? '',
    number: text('ID'),
    issue_date: text('IssueDate'),
    issue_time: text('IssueTime'),
    currency: text('DocumentCurrencyCode'),
    supplier,
    buyer: readParty(find(root, 'AccountingCustomerParty/Party')),
    totals: {
      payable: inMyr('PayableAmount'),
      excluding_tax: inMyr('TaxExclusiveAmount'),
      discount: inMyr('AllowanceTotalAmount'),
      net: inMyr('LineExtensionAmount'),
    },
    references: childrenOf(root, 'BillingReference')
      .flatMap((one) => childrenOf(one, 'InvoiceDocumentReference'))
      .map((one) => ({ uuid: textAt(one, 'UUID'), number: textAt(one, 'ID') })),
    consolidated: isConsolidated(root) || (isSelfBilled(type_code) && isPublic(supplier)),
  }
}

/** Types 11 to 14, which the buyer issues. */
export const isSelfBilled = (type_code: string): boolean => type_code.startsWith('1')

/** The taxpayer who issues the document: the buyer of a self-billed one, else the supplier. */
export const issuerOf = (facts: DocumentFacts): PartyFacts =>
  isSelfBilled(facts.type_code) ? facts.buyer : facts.supplier

/** The other party: whom the document is for. */
export const receiverOf = (facts: DocumentFacts): PartyFacts =>
  isSelfBilled(facts.type_code) ? facts.supplier : facts.buyer

/** The values of a party's identification with one of the given schemes. */
export const identifications = (party: Element | undefined, schemes: string[]): Element[] =>
  childrenOf(party, 'PartyIdentification')
    .flatMap((one) => childrenOf(one, 'ID'))
    .filter((id) => schemes.includes(id.attributes.get('schemeID') ?? ''))

export const REGISTRATION_SCHEMES = ['BRN', 'NRIC', 'PASSPORT', 'ARMY']

const readParty = (party: Element | undefined): PartyFacts => {
  const registration = identifications(party, REGISTRATION_SCHEMES)[0]
  return {
    tin: identifications(party, ['TIN'])[0]?.text.trim() ?? '',
    id_type: registration?.attributes.get('schemeID') ?? '',
    id_value: registration?.text.trim() ?? '',
    name: textAt(party, 'PartyLegalEntity/RegistrationName'),
  }
}

const isConsolidated = (root: Element): boolean => {
  const lines = childrenOf(root, 'InvoiceLine')
  return lines.length > 0 && lines.every((line) => classifications(line).includes('004'))
}

/** Consolidated self-billed documents bear any classification that fits. */
const isPublic = ({ tin, id_value }: PartyFacts): boolean => tin === 'EI00000000010' && id_value === 'NA'

/** The classification codes (list `CLASS`) of one line. */
export const classifications = (line: Element): string[] =>
  childrenOf(find(line, 'Item'), 'CommodityClassification')
    .flatMap((one) => childrenOf(one, 'ItemClassificationCode'))
    .filter((code) => code.attributes.get('listID') === 'CLASS')
    .map((code) => code.text.trim())

const decimal = (text: string): Big => new Big(/^-?\d+(\.\d+)?$/.test(text) ? text : '0')
