import { childrenOf, type Element, type Finding, find, STRUCTURE, textAt } from '../reading/element.ts'
import { classifications, isSelfBilled, readFacts } from '../reading/facts.ts'
import { checkParty } from './party-fields.ts'

const NOTES = ['02', '03', '04', '12', '13', '14']

/** Longest texts in characters, in force in production since 15 Aug 2026 (release note of 3 Jul 2026). */
const LENGTHS: [path: string, max: number][] = [
  ['ID', 50],
  ['InvoicePeriod/Description', 50],
  ['PaymentMeans/PayeeFinancialAccount/ID', 150],
  ['PaymentTerms/Note', 300],
  ['PrepaidPayment/ID', 150],
  ['AccountingSupplierParty/AdditionalAccountID', 300],
  ['TaxExchangeRate/CalculationRate', 15],
]

/**
 * Core fields: what must be filled in, and how long it may be. Codes where one is published; else the code is
 * STRUCTURE, which the wire shows as null. Source: document pages and FAQ read 23 Jul 2026.
 */
export const checkCoreFields = (root: Element): Finding[] => {
  const facts = readFacts(root)
  const findings: Finding[] = []
  const add = (code: string, message: string, path: string): void => {
    findings.push({ code, message, path: `Invoice.${path}` })
  }
  if (facts.number === '') add(STRUCTURE, 'The document number is required', 'ID')
  if (facts.currency === '') add('CF378', 'Invoice currency code is required', 'DocumentCurrencyCode')
  if (NOTES.includes(facts.type_code)) {
    const complete = facts.references.length > 0 && facts.references.every((one) => one.uuid && one.number)
    if (!complete) {
      const path = 'BillingReference.InvoiceDocumentReference'
      add(STRUCTURE, 'A note must name the number and the UUID of the original document', path)
    }
  }
  checkLengths(root, add)
  checkLines(root, add)
  const consolidated = facts.consolidated
  const parties = [
    { role: 'SUPPLIER', path: 'AccountingSupplierParty', facts: facts.supplier },
    { role: 'BUYER', path: 'AccountingCustomerParty', facts: facts.buyer },
  ] as const
  for (const { role, path, facts: party } of parties) {
    checkParty(find(root, `${path}/Party`), {
      role,
      public: consolidated && party.tin === 'EI00000000010',
      optional_registration: facts.type_code === '11' && role === 'SUPPLIER',
      add: (code, message, at) => add(code, `${message} - ${role}`, `${path}.Party.${at}`),
    })
  }
  if (isSelfBilled(facts.type_code) && facts.supplier.tin === '') {
    add(STRUCTURE, 'Supplier TIN is required', 'AccountingSupplierParty.Party.PartyIdentification.ID')
  }
  return findings
}

type Add = (code: string, message: string, path: string) => void

const checkLengths = (root: Element, add: Add): void => {
  for (const [path, max] of LENGTHS) {
    if ([...textAt(root, path)].length > max) {
      add(STRUCTURE, `Maximum length of ${path} is ${max}`, path.replaceAll('/', '.'))
    }
  }
  childrenOf(root, 'AdditionalDocumentReference').forEach((reference, index) => {
    const path = `AdditionalDocumentReference[${index}]`
    const id = textAt(reference, 'ID')
    const incoterms = textAt(reference, 'DocumentType') === ''
    if (incoterms && id.length > 3) add('CF417', 'Incoterms has at most 3 characters', `${path}.ID`)
    if (id.length > 1000) add(STRUCTURE, 'Maximum length of a customs form reference is 1000', `${path}.ID`)
    if (textAt(reference, 'DocumentDescription').length > 300) {
      add(STRUCTURE, 'Maximum length of DocumentDescription is 300', `${path}.DocumentDescription`)
    }
  })
}

const checkLines = (root: Element, add: Add): void => {
  childrenOf(root, 'InvoiceLine').forEach((line, index) => {
    const path = `InvoiceLine[${index}]`
    const description = textAt(line, 'Item/Description')
    if (classifications(line).every((code) => code === '')) {
      add('CF364', 'Line classification is required', `${path}.Item.CommodityClassification`)
    }
    if (description === '') add(STRUCTURE, 'Description is required', `${path}.Item.Description`)
    if ([...description].length > 300) {
      add(STRUCTURE, 'Maximum length of Description is 300', `${path}.Item.Description`)
    }
    const subtotals = childrenOf(find(line, 'TaxTotal'), 'TaxSubtotal')
    if (subtotals.length === 0) add(STRUCTURE, 'Tax type is required', `${path}.TaxTotal.TaxSubtotal`)
    subtotals.forEach((subtotal, at) => {
      if ([...textAt(subtotal, 'TaxCategory/TaxExemptionReason')].length > 300) {
        add(STRUCTURE, 'Maximum length of TaxExemptionReason is 300', `${path}.TaxTotal.TaxSubtotal[${at}]`)
      }
    })
  })
}
