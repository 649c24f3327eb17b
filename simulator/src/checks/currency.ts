import Big from 'big.js'
import { type Element, type Finding, find, textAt } from '../reading/element.ts'

/**
 * * The exchange rate which a document in another currency must state (mandatory in production since 1 Sep
 * 2025). DC511 was seen for the target currency; that it is also said of a missing rate, and DC512, are our reading.
 */
export const checkExchangeRate = (root: Element): Finding[] => {
  const currency = textAt(root, 'DocumentCurrencyCode')
  const rate = textAt(root, 'TaxExchangeRate/CalculationRate')
  const add = (code: string, message: string, name: string): Finding => ({
    code,
    message,
    path: `Invoice.TaxExchangeRate.${name}`,
  })
  if (currency === '' || currency === 'MYR') return []
  if (!/^\d+(\.\d+)?$/.test(rate) || new Big(rate).lte(0)) {
    return [add('DC511', 'An exchange rate is required when the currency is not MYR', 'CalculationRate')]
  }
  const findings: Finding[] = []
  if (textAt(root, 'TaxExchangeRate/SourceCurrencyCode') !== currency) {
    findings.push(add('DC512', 'The source currency is not the document currency', 'SourceCurrencyCode'))
  }
  if (textAt(root, 'TaxExchangeRate/TargetCurrencyCode') !== 'MYR') {
    findings.push(add('DC511', 'Foreign target currency should always be MYR', 'TargetCurrencyCode'))
  }
  return findings
}

/**
 * Every amount in its currency: taxes in TaxCurrencyCode where given (DC501), all others in the document's
 * (DC502).
 */
export const checkCurrency = (root: Element): Finding[] => {
  const document = textAt(root, 'DocumentCurrencyCode')
  const tax = textAt(root, 'TaxCurrencyCode') || document
  const findings: Finding[] = []
  visit(root, 'Invoice', (element, path) => {
    const currency = element.attributes.get('currencyID')
    if (currency === undefined) return
    const perUnit = element.name === 'PerUnitAmount' && (currency === tax || currency === document)
    if (perUnit) return
    const isTax = element.name === 'TaxAmount' && find(root, 'TaxCurrencyCode') !== undefined
    if (isTax && currency !== tax) {
      findings.push({ code: 'DC501', message: `The tax currency must be ${tax}, not ${currency}`, path })
    } else if (!isTax && currency !== document) {
      findings.push({ code: 'DC502', message: `The currency must be ${document}, not ${currency}`, path })
    }
  })
  return findings.slice(0, FINDINGS_MAX)
}

const FINDINGS_MAX = 50

const visit = (element: Element, path: string, look: (element: Element, path: string) => void): void => {
  look(element, path)
  for (const one of element.children) {
    if (one.name !== 'UBLExtensions') visit(one, `${path}.${one.name}`, look)
  }
}
