import {
  CLASSIFICATIONS,
  COUNTRIES,
  type CodeList,
  CURRENCIES,
  DOCUMENT_TYPES,
  MSIC,
  PAYMENT_MODES,
  TAX_TYPES,
  UNITS,
} from '#codes/lists.ts'
import { childrenOf, type Element, type Finding, find, textAt } from '../reading/element.ts'
import { classifications, readFacts } from '../reading/facts.ts'
import { isActive } from './rules.ts'
import { addressesOf, isListedState, isMalaysianState } from './states.ts'

const VERSIONS = ['1.0', '1.1', '1.2', '1.3']

/**
 * Code lists: CV302 for a value that is in no list, or was not when the document was issued; CV316 for a Malaysian
 * state abroad. Read 23 Jul 2026.
 */
export const checkCodes = (root: Element): Finding[] => {
  const findings: Finding[] = []
  const add = (code: string, message: string, path: string): void => {
    findings.push({ code, message, path: `Invoice.${path}` })
  }
  const facts = readFacts(root)
  const active = (code: string, { type, path }: { type: string; path: string }): void => {
    if (isActive(type, code, facts.issue_date)) return
    add('CV302', `ItemCode ${code} was not active when document issued`, path)
  }
  const listed: Listed = (code, at) => {
    if (code === '') return
    if (at.list.has(code)) active(code, at)
    else add('CV302', notListed(code, at.type), at.path)
  }
  if (!DOCUMENT_TYPES.has(facts.type_code)) {
    add('CV302', notListed(facts.type_code, 'EInvoiceTypes'), 'InvoiceTypeCode')
  }
  if (!VERSIONS.includes(facts.version)) {
    add('CV302', notListed(facts.version, 'DocumentTypeVersions'), 'InvoiceTypeCode@listVersionID')
  } else active(facts.version, { type: 'DocumentTypeVersions', path: 'InvoiceTypeCode@listVersionID' })
  const currency = { list: CURRENCIES, type: 'CurrencyCodes' }
  listed(facts.currency, { ...currency, path: 'DocumentCurrencyCode' })
  listed(textAt(root, 'TaxCurrencyCode'), { ...currency, path: 'TaxCurrencyCode' })
  const msic = 'AccountingSupplierParty.Party.IndustryClassificationCode'
  listed(textAt(root, msic.replaceAll('.', '/')), { list: MSIC, type: 'MSICCodes', path: msic })
  const payment = 'PaymentMeans.PaymentMeansCode'
  listed(textAt(root, payment.replaceAll('.', '/')), {
    list: PAYMENT_MODES,
    type: 'PaymentMethods',
    path: payment,
  })
  checkAddresses(root, { add, active, listed })
  checkTaxTypes(root, { path: '', listed })
  childrenOf(root, 'InvoiceLine').forEach((line, index) => {
    checkLine(line, { path: `InvoiceLine[${index}].`, listed })
  })
  return findings
}

type Listed = (code: string, at: { list: CodeList; type: string; path: string }) => void
type Place = { path: string; listed: Listed }

const checkTaxTypes = (holder: Element, { path, listed }: Place): void => {
  childrenOf(find(holder, 'TaxTotal'), 'TaxSubtotal').forEach((subtotal, at) => {
    const place = `${path}TaxTotal.TaxSubtotal[${at}]`
    const type = textAt(subtotal, 'TaxCategory/ID')
    listed(type || '(none)', { list: TAX_TYPES, type: 'TaxTypes', path: `${place}.TaxCategory.ID` })
    const unit = find(subtotal, 'BaseUnitMeasure')?.attributes.get('unitCode') ?? ''
    listed(unit, { list: UNITS, type: 'UnitTypes', path: `${place}.BaseUnitMeasure@unitCode` })
  })
}

/** A line that asks for trouble by its description, as counterparties do by their name. */
const SENTINEL = 'SIM INVALID'

const checkLine = (line: Element, { path, listed }: Place): void => {
  checkTaxTypes(line, { path, listed })
  if (textAt(line, 'Item/Description') === SENTINEL) {
    listed(SENTINEL, {
      list: CLASSIFICATIONS,
      type: 'ClassificationCodes',
      path: `${path}Item.CommodityClassification`,
    })
  }
  for (const code of classifications(line)) {
    const place = `${path}Item.CommodityClassification`
    listed(code, { list: CLASSIFICATIONS, type: 'ClassificationCodes', path: place })
  }
  const unit = find(line, 'InvoicedQuantity')?.attributes.get('unitCode') ?? ''
  listed(unit, { list: UNITS, type: 'UnitTypes', path: `${path}InvoicedQuantity@unitCode` })
  const origin = textAt(line, 'Item/OriginCountry/IdentificationCode')
  listed(origin, { list: COUNTRIES, type: 'CountryCodes', path: `${path}Item.OriginCountry` })
}

type Checks = {
  add: (code: string, message: string, path: string) => void
  active: (code: string, at: { type: string; path: string }) => void
  listed: Listed
}

const checkAddresses = (root: Element, { add, active, listed }: Checks): void => {
  for (const { path, country, state } of addressesOf(root)) {
    listed(country, { list: COUNTRIES, type: 'CountryCodes', path: `${path}.Country` })
    const place = `${path}.CountrySubentityCode`
    if (state === '') continue
    if (!isListedState(state, country)) add('CV302', notListed(state.slice(0, 60), 'StateCodes'), place)
    else active(state, { type: 'StateCodes', path: place })
    if (country !== '' && country !== 'MYS' && isMalaysianState(state)) {
      add('CV316', 'State codes 01 to 16 are only for country MYS', place)
    }
  }
}

const notListed = (code: string, type: string): string =>
  `ItemCode ${code} does not exist in CodeType ${type}`
