import {
  CLASSIFICATIONS,
  COUNTRIES,
  type CodeList,
  CURRENCIES,
  DOCUMENT_TYPES,
  MSIC,
  PAYMENT_MODES,
  STATES,
  TAX_TYPES,
  UNITS,
} from '#codes/lists.ts'
import { childrenOf, type Element, type Finding, find, textAt } from '../reading/element.ts'
import { classifications, isSelfBilled, readFacts } from '../reading/facts.ts'

const VERSIONS = ['1.0', '1.1', '1.2', '1.3']

/** Code lists: CV302 for a value that is in no list, CV316 and CV317 for states. Read 23 Jul 2026. */
export const checkCodes = (root: Element): Finding[] => {
  const findings: Finding[] = []
  const add = (code: string, message: string, path: string): void => {
    findings.push({ code, message, path: `Invoice.${path}` })
  }
  const listed = (code: string, at: { list: CodeList; type: string; path: string }): void => {
    if (code !== '' && !at.list.has(code)) add('CV302', notListed(code, at.type), at.path)
  }
  const facts = readFacts(root)
  if (!DOCUMENT_TYPES.has(facts.type_code)) {
    add('CV302', notListed(facts.type_code, 'EInvoiceTypes'), 'InvoiceTypeCode')
  }
  if (!VERSIONS.includes(facts.version)) {
    add('CV302', notListed(facts.version, 'DocumentTypeVersions'), 'InvoiceTypeCode@listVersionID')
  }
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
  checkAddresses(root, { add, listed })
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

type Checks = { add: (code: string, message: string, path: string) => void; listed: Listed }

const checkAddresses = (root: Element, checks: Checks): void => {
  const facts = readFacts(root)
  const counterparty = isSelfBilled(facts.type_code) ? 'AccountingSupplierParty' : 'AccountingCustomerParty'
  const places = ['AccountingSupplierParty.Party', 'AccountingCustomerParty.Party', 'Delivery.DeliveryParty']
  for (const place of places) {
    const address = find(root, `${place.replaceAll('.', '/')}/PostalAddress`)
    if (!address) continue
    const path = `${place}.PostalAddress`
    const country = textAt(address, 'Country/IdentificationCode')
    checks.listed(country, { list: COUNTRIES, type: 'CountryCodes', path: `${path}.Country` })
    checkState(address, {
      path: `${path}.CountrySubentityCode`,
      consolidated: facts.consolidated && place.startsWith(counterparty),
      add: checks.add,
    })
  }
}

type StatePlace = { path: string; consolidated: boolean; add: Checks['add'] }

const checkState = (address: Element, { path, consolidated, add }: StatePlace): void => {
  const state = textAt(address, 'CountrySubentityCode')
  const country = textAt(address, 'Country/IdentificationCode')
  if (state === '') return
  if (state === '00') add('CV302', 'ItemCode 00 was not active when document issued', path)
  else if (country === 'MYS') {
    if (!STATES.has(state)) add('CV302', notListed(state, 'StateCodes'), path)
    else if (state === '17' && !consolidated) {
      add('CV317', 'State code 17 is only for consolidated documents or non-Malaysian addresses', path)
    }
  } else if (country !== '' && /^(0[1-9]|1[0-6])$/.test(state)) {
    add('CV316', 'State codes 01 to 16 are only for country MYS', path)
  } else if (state.length > 50) add('CV302', notListed(state.slice(0, 60), 'StateCodes'), path)
}

const notListed = (code: string, type: string): string =>
  `ItemCode ${code} does not exist in CodeType ${type}`
